/* SPDX-License-Identifier: Apache-2.0 */
/* The topology of the job for the collectives: groups of threads, the calling thread's place in a
 * tree, and the fragments of the data. */
#ifndef UPCR_COLL_TOPOLOGY_H
#define UPCR_COLL_TOPOLOGY_H

#include "patterns/places.h"
#include "patterns/tree.h"
#include "register.h"

/* The same in all threads; made by the first call. */
const struct upcr_places *upcr_topology(void);

/* The same as if each thread were a node. */
const struct upcr_places *upcr_topology_apart(void);

/* Some threads in an order, as the parts of hierarchical algorithms see them: ranks from 0,
 * which is the root. */
struct upcr_group {
  int count, rank;   /* the caller's; -1: it is not of the group */
  const int *member; /* threads by rank; 0: all, by number from the root on, around */
  bool leads;        /* or the leaders of upcr_tree_leader */
  int root;
};

/* All threads by number; by place where the algorithm's shape is UPCR_TREE_CHAIN, so that
 * neighbours are on one node, and in one region, wherever they can be; or, where it is
 * UPCR_TREE_INNER, those that lead nodes, or regions where there is one node only. */
struct upcr_group upcr_group_of(const struct upcr_call *call,
                                const struct upcr_algorithm *algorithm);

static inline int upcr_group_thread(const struct upcr_group *group, int rank) {
  if (group->leads)
    return upcr_tree_leader(upcr_topology(), group->root, rank);
  return group->member ? group->member[rank]
                       : (int)(((long)group->root + rank) % upcr_self.threads);
}

struct upcr_node {
  int parent;       /* -1: the root */
  int count;        /* of children */
  const int *child; /* the deepest branch first */
};

/* The binomial tree over all threads by number. */
extern const struct upcr_algorithm upcr_binomial_by_number;

/* The node in the tree of the algorithm's shape with that root. Trees are built once, and kept. */
const struct upcr_node *upcr_tree_node(const struct upcr_algorithm *algorithm, int root);

/* Bytes of each fragment of n bytes but the last. */
size_t upcr_fragment_length(struct upcr_cut cut, size_t n);

/* How many fragments n bytes make, at least 1. */
size_t upcr_fragment_count(struct upcr_cut cut, size_t n);

/* Fragment i: its first byte; *length gets how many it has. */
size_t upcr_fragment(struct upcr_cut cut, size_t n, size_t i, size_t *length);

#endif
