/* SPDX-License-Identifier: Apache-2.0 */
/* Trees over threads, as pure functions of counts, roots and places.
 *
 * A tree over n ranks has its root at rank 0. Children come in the order in which a parent that
 * serves one at a time should serve them: the deepest branch first. */
#ifndef UPCR_COLL_PATTERNS_TREE_H
#define UPCR_COLL_PATTERNS_TREE_H

#include "places.h"

/* Takes the edge from a parent to a child. */
typedef void upcr_tree_edge(void *arg, int parent, int child);

/* Binomial for radix 2, k-nomial for any higher one: rank r's parent is r without its lowest digit
 * that is not 0, in base `radix`. Depth is at most ceil(log_radix(n)). How many ranks are in the
 * subtree of `rank`: they are rank, rank + 1, ... 1 for a leaf. */
int upcr_knomial_span(int rank, int n, int radix);

/* An entry of a ring of n, in the k-nomial tree over ranks that go on from the root, around. The
 * radix is 4 at most. */
struct upcr_knomial {
  int parent, count; /* parent -1: the root; count: of children, the largest subtree first */
  int child[3 * 16]; /* three for each digit of an int in base 4; one for each bit */
};
struct upcr_knomial upcr_knomial_of(int entry, int root, int n, int radix);

enum upcr_tree_shape {
  UPCR_TREE_PLACED, /* hierarchical, k-nomial: over nodes, over the regions of each node, over the
                       threads of each region */
  UPCR_TREE_PLACED_FLAT, /* the same, but a region's threads are children of its leader */
  UPCR_TREE_KNOMIAL,     /* over all threads by number */
  UPCR_TREE_BINARY,      /* two children each: over nodes, whose leaders have a third, and over the
                       threads of each node by place */
  UPCR_TREE_FLAT,
  UPCR_TREE_CHAIN,   /* over all threads by place */
  UPCR_TREE_LEADERS, /* the top level of a hierarchical tree: over its leaders (upcr_tree_leader) */
  UPCR_TREE_COLLECTORS, /* a tree for each node: its leader is the parent of those of its other
                           regions, each of these of the threads of its region */
  UPCR_TREE_INNER       /* below the leaders: a k-nomial tree for each */
};

/* The edges at `thread` in the tree over all threads with that root: from its parent, then to its
 * children. The time grows with their number and the logarithm of the threads. In a hierarchical
 * tree the root leads its node and its region; every other node is led by the first of its threads,
 * which leads its region too, and every other region by its first thread. `radix`, of the
 * k-nomial shapes, is 2 for a binomial tree. Every thread has one parent; the root none, of
 * UPCR_TREE_INNER no leader, of UPCR_TREE_LEADERS only leaders. */
void upcr_tree_edges(const struct upcr_places *places, enum upcr_tree_shape shape, int radix,
                     int root, int thread, upcr_tree_edge *edge, void *arg);

/* The leaders of the nodes, or of the regions where there is one node only, in a hierarchical tree:
 * upcr_groups of them, the root first, the others after it, around. The leader of that rank; the
 * rank of a thread, -1 if it does not lead. */
int upcr_tree_leader(const struct upcr_places *places, int root, int rank);
int upcr_tree_leader_rank(const struct upcr_places *places, int root, int thread);

/* Depth of a hierarchical tree is at most the sum, over its levels, of this for the largest
 * group of the level. */
int upcr_ceil_log(int n, int radix);

#endif
