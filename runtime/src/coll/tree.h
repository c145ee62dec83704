/* SPDX-License-Identifier: Apache-2.0 */
/* The calling thread's place in a tree, and how much of the data goes at once. */
#ifndef UPCR_COLL_TREE_H
#define UPCR_COLL_TREE_H

#include "register.h"

struct upcr_node {
  int parent;       /* -1: the root */
  int count;        /* of children */
  const int *child; /* the deepest branch first */
};

/* The node in the tree of the algorithm's shape with that root. Trees are built once, and kept. */
const struct upcr_node *upcr_tree_node(const struct upcr_algorithm *algorithm, int root);

/* How many fragments n bytes make, at least 1. */
size_t upcr_fragment_count(struct upcr_cut cut, size_t n);

/* Fragment i: its first byte; *length gets how many it has. */
size_t upcr_fragment(struct upcr_cut cut, size_t n, size_t i, size_t *length);

#endif
