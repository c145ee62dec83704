/* Which block each thread gives to which: all that the flat forms of broadcast, scatter, gather, gather_all and exchange differ
 * in. A flat form moves every block at once from where it is to where it belongs. */
#ifndef UPCR_COLL_FLAT_BLOCK_H
#define UPCR_COLL_FLAT_BLOCK_H

#include "../edge.h"

/* nbytes of the call. */
struct upcr_block {
  upcr_pts_t dst, src;
};

/* The block that `from` gives to `to`, where the operation has one: upcr_givers, upcr_takers. */
struct upcr_block upcr_block_between(const struct upcr_call *call, int from, int to);

/* Does each thread begin to read the block at another place, since all read the same large one (large.c)? */
bool upcr_reads_apart(const struct upcr_call *call);

/* Copies a block of the call, in an order of the caller's own where upcr_reads_apart. */
void upcr_move_block(const struct upcr_call *call, struct upcr_block block);

/* Has it one? */
bool upcr_has_block(const struct upcr_call *call, int from, int to);

/* Some threads: one, or all. */
struct upcr_peers {
  int count, only; /* `only` if the count is 1 */
};

/* Those that give a block to the caller, and those that take one from it; itself included if it keeps one. */
struct upcr_peers upcr_givers(const struct upcr_call *call);
struct upcr_peers upcr_takers(const struct upcr_call *call);

/* In which order a thread goes through all threads: a permutation of them for k = 0 .. threads - 1. */
typedef int upcr_order(int k);

static inline int upcr_peer(struct upcr_peers peers, upcr_order *order, int k) {
  return peers.count == 1 ? peers.only : order(k);
}

#endif
