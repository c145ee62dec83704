/* SPDX-License-Identifier: Apache-2.0 */
/* The geometry of an operation: which block each thread gives to which other, where the block lies,
 * and whether a thread concatenates or folds the blocks that it gets. */
#ifndef UPCR_COLL_GEOMETRY_H
#define UPCR_COLL_GEOMETRY_H

#include "copies.h"

struct upcr_geometry {
  bool from_root : 1,
      to_root : 1;       /* src, or dst, is the root's alone; else each thread has a part */
  bool src_by_taker : 1; /* a giver has a block for each thread; else one, for all that take it */
  bool dst_by_giver : 1; /* a taker has room for a block of each thread */
  bool folds : 1; /* what a taker is given is combined, in the order of threads: blocks are of
                     vectors */
};

/* A constant for a constant operation. Permute has none of these bits: its data say to which thread
 * each one gives. */
static inline struct upcr_geometry upcr_geometry_of(enum upcr_collective which) {
  static const struct upcr_geometry of[UPCR_COLLECTIVES] = {
      [UPCR_ALL_BROADCAST] = {.from_root = true},
      [UPCR_ALL_SCATTER] = {.from_root = true, .src_by_taker = true},
      [UPCR_ALL_GATHER] = {.to_root = true, .dst_by_giver = true},
      [UPCR_ALL_GATHER_ALL] = {.dst_by_giver = true},
      [UPCR_ALL_EXCHANGE] = {.src_by_taker = true, .dst_by_giver = true},
      [UPCR_ALL_REDUCE_VECTOR] = {.to_root = true, .folds = true},
      [UPCR_ALL_REDUCE_SCATTER] = {.src_by_taker = true, .folds = true},
      [UPCR_ALL_REDUCE_ALL] = {.folds = true},
  };
  return of[which];
}

/* nbytes of the call. */
struct upcr_block {
  upcr_pts_t dst, src;
};

/* The block that `from` gives to `to`, where the operation has one: upcr_givers, upcr_takers. */
static inline struct upcr_block upcr_block_between(const struct upcr_call *call, int from, int to) {
  struct upcr_geometry g = upcr_geometry_of(call->which);
  upcr_pts_t src = g.from_root ? call->src : upcr_part(call->src, from, 0);
  upcr_pts_t dst = g.to_root ? call->dst : upcr_part(call->dst, to, 0);
  return (struct upcr_block){dst + (g.dst_by_giver ? (size_t)from * call->nbytes : 0),
                             src + (g.src_by_taker ? (size_t)to * call->nbytes : 0)};
}

/* The caller's part of the array that is not the root's, of a scatter or gather. */
static inline upcr_pts_t upcr_own_part(const struct upcr_call *call) {
  bool from_root = upcr_geometry_of(call->which).from_root;
  return upcr_part(from_root ? call->dst : call->src, upcr_self.mythread, 0);
}

/* Where a thread has the data of a broadcast: the source, or its part of dst. For other operations
 * its part of dst. */
static inline upcr_pts_t upcr_broadcast_data(const struct upcr_call *call, int thread) {
  return call->which == UPCR_ALL_BROADCAST && thread == call->root
             ? call->src
             : upcr_part(call->dst, thread, 0);
}

/* Has it one? */
static inline bool upcr_has_block(const struct upcr_call *call, int from, int to) {
  struct upcr_geometry g = upcr_geometry_of(call->which);
  return (!g.from_root || from == call->root) && (!g.to_root || to == call->root);
}

/* Bytes that a thread has for all takers, of n of each block: its own is left out, but of vectors.
 */
static inline size_t upcr_given_bytes(struct upcr_geometry g, size_t n) {
  return !g.src_by_taker ? n : n * (size_t)(upcr_self.threads - !g.folds);
}

/* Some threads: one, or all. */
struct upcr_peers {
  int count, only; /* `only` if the count is 1 */
};

/* Those at one end of the blocks that the caller has at the other. */
static inline struct upcr_peers upcr_peers_of(const struct upcr_call *call, bool own_is_root,
                                              bool theirs_is_root) {
  if (own_is_root && upcr_self.mythread != call->root)
    return (struct upcr_peers){0, -1};
  return theirs_is_root ? (struct upcr_peers){1, call->root}
                        : (struct upcr_peers){upcr_self.threads, upcr_self.mythread};
}

/* Those that give a block to the caller, and those that take one from it; itself included. */
static inline struct upcr_peers upcr_givers(const struct upcr_call *call) {
  struct upcr_geometry g = upcr_geometry_of(call->which);
  return upcr_peers_of(call, g.to_root, g.from_root);
}

static inline struct upcr_peers upcr_takers(const struct upcr_call *call) {
  struct upcr_geometry g = upcr_geometry_of(call->which);
  return upcr_peers_of(call, g.from_root, g.to_root);
}

/* In which order a thread goes through all threads: a permutation of them for k = 0 .. threads - 1.
 */
typedef int upcr_order(int k);

/* The k-th of the peers, 0 <= k < peers.count. */
static inline int upcr_peer(struct upcr_peers peers, upcr_order *order, int k) {
  return peers.count == 1 ? peers.only : order(k);
}

/* Does a step with each of them but the caller. */
__attribute__((always_inline)) static inline void
upcr_for_others(const struct upcr_call *call, struct upcr_peers peers, upcr_order *order,
                void (*step)(const struct upcr_call *call, int other)) {
  for (int k = 0; k < peers.count; k++)
    if (upcr_peer(peers, order, k) != upcr_self.mythread)
      step(call, upcr_peer(peers, order, k));
}

/* Copies the block that `from` gives to `to`. */
static inline void upcr_move_block(const struct upcr_call *call, int from, int to) {
  struct upcr_block block = upcr_block_between(call, from, to);
  upcr_move(block.dst, block.src, call->nbytes);
}

/* Where a thread's block of a permute goes (forms/permute.c); ends the job if that is no thread. */
int upcr_permutation_target(const struct upcr_call *call, int thread);

/* The thread whose block the calling thread gets, for which it reads all of perm; ends the job if
 * that is not one thread's. */
int upcr_permutation_source(const struct upcr_call *call);

/* Transfers down a tree (forms/broadcast.c): n bytes at `at` of a broadcast, or of a result in dst,
 * from the parent and on to the children; what MYSYNC asks for after the last. */
struct upcr_node; /* topology.h */
void upcr_pass_down(const struct upcr_call *call, const struct upcr_node *node, struct upcr_way way,
                    size_t at, size_t n);
void upcr_pass_end(const struct upcr_call *call, const struct upcr_node *node, struct upcr_way way);

#endif
