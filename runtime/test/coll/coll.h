/* SPDX-License-Identifier: Apache-2.0 */
/* The tests of the collectives' algorithms: what their parts share.
 *
 * A call finds its data written as late as its entry mode permits: by another thread just before
 * that enters (ALLSYNC), by the owner (MYSYNC). After it the caller reads what the exit mode
 * says is there, and overwrites what it says is free, at once. */
#ifndef UPCR_TEST_COLL_H
#define UPCR_TEST_COLL_H

#include <coll/register.h>
#include <string.h>
#include <upc_types.h>

#include "../multi.h"

enum { COLL_ROOM = 400000 /* bytes of an array on each thread */, COLL_MODES = 9 };

/* The calling thread's forced algorithm, and "operation:name" or "operation:name:parameter". */
extern UPCR_TEST_TLS struct upcr_algorithm coll_tested;
extern UPCR_TEST_TLS char coll_name[128];

/* Arrays with COLL_ROOM bytes on each thread, and one with 16. */
extern UPCR_TEST_TLS upcr_ppts_t coll_src, coll_dst, coll_small;

/* Private, COLL_ROOM bytes, aligned to 16. */
extern UPCR_TEST_TLS unsigned char *coll_bytes;

extern int coll_full; /* every size with every pair of modes, every root; else a sample */
extern int coll_turn; /* where counting begins that combines roots, modes and operations: other jobs
                         combine them otherwise */

/* Where rounds take long each size is tested with a third of the pairs of modes, a different one in
 * each job: with many threads and memory that is not mapped a round has thousands of messages, and
 * in a sample threads that share a busy machine wait for their processors in each round. True if
 * this pair has its turn. */
extern int coll_thirds;
static inline int coll_in_third(int size, int mode) { return (size + mode + coll_turn) % 3 == 0; }
static inline int coll_has_turn(int size, int mode) {
  return !coll_thirds || coll_in_third(size, mode);
}

/* Mode 0 .. COLL_MODES - 1 is a pair. */
static inline enum upcr_sync coll_in(int mode) { return (enum upcr_sync)(mode / 3); }
static inline enum upcr_sync coll_out(int mode) { return (enum upcr_sync)(mode % 3); }
int coll_flags(int mode);

static inline void coll_barrier(void) { upcr_barrier(0, 0); }

/* The thread whose data the caller writes last before it enters, and reads first after it has
 * left. */
static inline int coll_writes_for(int mode) {
  return coll_in(mode) == UPCR_ALLSYNC ? (ME + 1) % N : ME;
}
static inline int coll_reads_of(int mode) {
  return coll_out(mode) == UPCR_ALLSYNC ? (ME + 1) % N : ME;
}

/* NOSYNC: the caller sees to it that all data are there, and that all are done. */
static inline void coll_before(int mode) {
  if (coll_in(mode) == UPCR_NOSYNC)
    coll_barrier();
}
static inline void coll_after(int mode) {
  if (coll_out(mode) == UPCR_NOSYNC)
    coll_barrier();
}

/* All rounds of coll_tested: of operations that move blocks, that fold elements, that fold
 * vectors. */
void coll_relocate(void);
void coll_compute(void);
void coll_vectors(void);

#endif
