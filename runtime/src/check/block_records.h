/* SPDX-License-Identifier: Apache-2.0 */
/* Records of the blocks of the shared heaps, kept in a job that has checked units: a node keeps
 * those of its threads' own heaps, the node of thread 0 those of the symmetric one. Other nodes ask
 * for steps, below.
 *
 * A record is created and released under its heap's lock, so one thread at a time changes a heap's
 * records; only the change of `life` from LIVE to FREED needs no lock. A thread may look up a block
 * that it may use without the lock: the publication of the pointer published the record too. A
 * freed block stays in quarantine before its memory is used again, so that a use after free is
 * noticed. */
#ifndef UPCR_CHECK_BLOCK_RECORDS_H
#define UPCR_CHECK_BLOCK_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <upcr/upcr.h>

enum upcr_block_state { UPCR_BLOCK_NONE, UPCR_BLOCK_LIVE, UPCR_BLOCK_FREED };

/* A thread that allocated or freed a block, and its source line. */
struct upcr_block_event {
  /* Of the source, 0: not in checked code; at the same address in all processes. */
  const char *file;
  int line, thread;
};

struct upcr_block {
  /* Symmetric heap: blocks distributed cyclically to the threads. Own heap: 1 and the size. */
  uint64_t nblocks, nbytes;
  struct upcr_block_event allocated, freed;
  uint64_t next; /* in quarantine: offset of the next to be released */
  /* enum upcr_block_state in the low two bits; UPCR_BLOCK_KNOWN; above, how often a block was
   * allocated here. */
  _Atomic uint64_t life;
};

enum { UPCR_BLOCK_KNOWN = 4 /* another node knows of the block, and must hear when it is freed */ };

/* The state in upcr_block.life. */
static inline enum upcr_block_state upcr_block_state(uint64_t life) {
  return (enum upcr_block_state)(life & 3);
}

/* Heap h is thread h's own; heap THREADS is the symmetric one. Offsets are of payloads. */

/* Makes room for the records of a job, before its processes start. Returns 0, or -1 after writing
 * why to err[errlen]. */
int upcr_blocks_create(uint64_t end, char *err, size_t errlen);

/* True if this job has records; only then may the other functions be called. */
bool upcr_blocks_kept(void);

/* True if this node has the records of this heap. The functions below require it. */
bool upcr_blocks_here(int heap);

/* The calling thread, and the line that it is at. */
struct upcr_block_event upcr_block_event_here(void);

/* Under the heap's lock: records an allocated block; puts a freed block into quarantine; returns
 * the block that has been there longest, if there are too many or `all`, to be freed in the heap,
 * or 0. */
void upcr_block_add_here(int heap, uint64_t offset, uint64_t nblocks, uint64_t nbytes,
                         const struct upcr_block_event *by);
void upcr_block_quarantine_here(int heap, uint64_t offset);
uint64_t upcr_block_release_here(int heap, bool all);

/* The block with the greatest offset not above `offset`, or 0; *start is its own. */
struct upcr_block *upcr_block_at_or_below(int heap, uint64_t offset, uint64_t *start);

/* Marks that another node knows of the block, if it is live; returns the block's life. */
uint64_t upcr_block_mark_known(struct upcr_block *block);

/* Records that the block is freed; false if it already was. *known: another node knows of it. */
bool upcr_block_mark_freed(struct upcr_block *block, const struct upcr_block_event *by,
                           bool *known);

/* Steps on the records: calls on their node, requests from other nodes.
 *
 * A thread that has asked another node for a block need not ask again until the block is freed: it
 * keeps the answer with a count. When a block that another node knows of is freed, its count rises
 * on every node before the free returns. Blocks share few counts, so a risen count only means that
 * the thread must ask again. */

/* Before the processes start, in a job of several nodes. Returns 0, or -1 after writing why to
 * err[errlen]. */
int upcr_block_steps_create(char *err, size_t errlen);

/* Once a process, before its threads start. */
void upcr_block_steps_start(void);

/* Under the heap's lock; see above. The calling thread, at the line that it is at, allocated
 * the block. */
void upcr_block_add(int heap, uint64_t offset, uint64_t nblocks, uint64_t nbytes);
void upcr_block_quarantine(int heap, uint64_t offset);
uint64_t upcr_block_release(int heap, bool all);

/* The block at or before a place. */
struct upcr_block_seen {
  int heap; /* in which the place is, -1: in none */
  /* 0: none. Of another node: a copy, valid until the calling thread's next search. */
  const struct upcr_block *block;
  uint64_t start;
  uint64_t life;         /* of the block, when it was found */
  const uint64_t *watch; /* the block lives as long as this word equals `watched` */
  uint64_t watched;
};

/* The block at or below p, whose thread must exist. `fresh`: asks the keeper of the records in any
 * case. */
struct upcr_block_seen upcr_block_look(upcr_pts_t p, bool fresh);

/* Records that the calling thread frees the block, and makes other nodes forget it. False if it was
 * already freed. */
bool upcr_block_free(const struct upcr_block_seen *seen);

#endif
