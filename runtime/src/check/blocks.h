/* SPDX-License-Identifier: Apache-2.0 */
/* Records of the blocks of the shared heaps, kept in a job that has checked units: a node keeps
 * those of its threads' own heaps, the node of thread 0 those of the symmetric one. Other nodes
 * ask for steps (block_steps.h).
 *
 * A record is born and released under its heap's lock, so one thread at a time changes a heap's
 * records; only `life` goes from LIVE to FREED by whoever frees. A thread may look up a block
 * that it may use without the lock: what published the pointer to it published the record too. A
 * freed block stays aside for a while before its memory is used again, so that a use of it is
 * noticed. */
#ifndef UPCR_CHECK_BLOCKS_H
#define UPCR_CHECK_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum upcr_block_state { UPCR_BLOCK_NONE, UPCR_BLOCK_LIVE, UPCR_BLOCK_FREED };

/* Who did something to a block, and where. */
struct upcr_block_event {
  const char
      *file; /* of the source, 0: not in checked code; at the same address in all processes */
  int line, thread;
};

struct upcr_block {
  uint64_t nblocks,
      nbytes; /* symmetric heap: blocks dealt to the threads in turn; own heap: 1 and the size */
  struct upcr_block_event born, freed;
  uint64_t next; /* while aside: offset of the next to be released */
  /* enum upcr_block_state in the low two bits; UPCR_BLOCK_TOLD; above, how often a block was
   * born here. */
  _Atomic uint64_t life;
};

enum { UPCR_BLOCK_TOLD = 4 /* another node knows of the block, and must hear when it is freed */ };

static inline enum upcr_block_state upcr_block_state(uint64_t life) {
  return (enum upcr_block_state)(life & 3);
}

/* Heap h is thread h's own; heap THREADS is the symmetric one. Offsets are of payloads. */

/* Makes room for the records of a job, before its processes start. Returns 0, or -1 after writing
 * why to err[errlen]. */
int upcr_blocks_create(uint64_t end, char *err, size_t errlen);

/* Whether there are records in this job: nothing else here may be called without. */
bool upcr_blocks_kept(void);

/* Are the records of this heap here? What follows is for them alone. */
bool upcr_blocks_here(int heap);

/* The calling thread, and the line that it is at. */
struct upcr_block_event upcr_block_event_here(void);

/* Under the heap's lock: a block was allocated; one was freed and is put aside; the block that has
 * been aside longest, if there are too many or `all`, which may now be given back to the heap, or
 * 0. */
void upcr_block_bear_here(int heap, uint64_t offset, uint64_t nblocks, uint64_t nbytes,
                          const struct upcr_block_event *by);
void upcr_block_put_aside_here(int heap, uint64_t offset);
uint64_t upcr_block_release_here(int heap, bool all);

/* The block with the greatest offset not above `offset`, or 0; *start is its own. */
struct upcr_block *upcr_block_at_or_below(int heap, uint64_t offset, uint64_t *start);

/* The block's life, which says that it is told to another node if it is live. */
uint64_t upcr_block_tell(struct upcr_block *block);

/* Notes that the block is freed: false if somebody did before. *told: another node knows of it. */
bool upcr_block_mark_freed(struct upcr_block *block, const struct upcr_block_event *by, bool *told);

#endif
