/* SPDX-License-Identifier: Apache-2.0 */
/* The upc_forall loops that a thread has executed since its last barrier, in a job with checks:
 * their clauses are single-valued (UPC 6.6.2p5). */
#ifndef UPCR_CHECK_FORALL_LOOPS_H
#define UPCR_CHECK_FORALL_LOOPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <upcr/upcr.h>

enum { UPCR_LOOPS = 16 /* of which the differing one is named */ };

/* An execution of a upc_forall that distributes its iterations. */
struct upcr_loop {
  struct upcr_site site; /* files are at the same address in all processes of a node */
  unsigned long trips;   /* iterations begun; in the loop, how often the controlling expression was
                          * true */
  uint64_t affinities;   /* digest of the threads that the affinity expression chose */
  bool left;             /* by break, goto or return */
};

struct upcr_loops {
  uint32_t count;
  bool some_left;
  uint64_t digest;                   /* of all */
  struct upcr_loop loop[UPCR_LOOPS]; /* the first ones */
};

/* Used bytes of a record. */
size_t upcr_loops_bytes(const struct upcr_loops *loops);

/* The loops of the calling thread; reset by setting count, some_left and digest to 0. */
struct upcr_loops *upcr_loops_own(void);

/* The loop that the thread is in, or was when longjmp left it: file 0 if that is not known. */
struct upcr_site upcr_loops_open(void);

/* Ends the job if threads a and b have executed different loops, or the same ones differently.
 * Warns of a loop that one of them left early, once for each loop. */
void upcr_loops_compare(int a, const struct upcr_loops *x, int b, const struct upcr_loops *y);

#endif
