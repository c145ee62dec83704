/* SPDX-License-Identifier: Apache-2.0 */
/* Steps of the records of blocks (blocks.h): calls where the records are, requests to that node
 * elsewhere.
 *
 * A thread that has asked another node for a block need not ask again before it is freed: it
 * keeps what it was told, with a count that rises on every node, before the free returns, when a
 * block that was told to another node is freed. The counts are few and blocks share them, so a
 * count that rose says only that one must ask again. */
#ifndef UPCR_CHECK_BLOCK_STEPS_H
#define UPCR_CHECK_BLOCK_STEPS_H

#include <upcr/upcr.h>

#include "blocks.h"

/* Before the processes start, in a job of several nodes. Returns 0, or -1 after writing why to
 * err[errlen]. */
int upcr_block_steps_create(char *err, size_t errlen);

/* Once a process, before its threads start. */
void upcr_block_steps_start(void);

/* Under the heap's lock; see blocks.h. The calling thread, at the line that it is at, allocated
 * the block. */
void upcr_block_bear(int heap, uint64_t offset, uint64_t nblocks, uint64_t nbytes);
void upcr_block_put_aside(int heap, uint64_t offset);
uint64_t upcr_block_release(int heap, bool all);

/* The block at or before a place. */
struct upcr_block_seen {
  int heap; /* in which the place is, -1: in none */
  const struct upcr_block
      *block; /* 0: none. Of another node: a copy, the calling thread's until it looks again */
  uint64_t start;
  uint64_t life;         /* of the block, when it was found */
  const uint64_t *watch; /* as long as this word is `watched` the block lives */
  uint64_t watched;
};

/* The thread of p exists. `fresh`: whoever keeps the records is asked, whatever is known here. */
struct upcr_block_seen upcr_block_look(upcr_pts_t p, bool fresh);

/* Notes that the calling thread frees the block, and makes other nodes forget it: false if
 * somebody freed it before. */
bool upcr_block_free(const struct upcr_block_seen *seen);

#endif
