/* SPDX-License-Identifier: Apache-2.0 */
#include "tree.h"

#include <stdlib.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "topology.h"

/* Kept trees of a thread, by shape, parameter and root; the oldest of a place gives way. */
enum { KEPT = 64 };

struct kept {
  bool used;
  enum upcr_tree_shape shape;
  int parameter, root;
  struct upcr_node node;
  int *list; /* of children, as long as the node is kept */
};

static UPCR_PER_THREAD struct kept kept[KEPT];

struct builder {
  int parent, count;
  int *list; /* 0: only counts */
};

static void take_edge(void *arg, int parent, int child) {
  struct builder *b = arg;
  if (child == upcr_self.mythread)
    b->parent = parent;
  if (parent != upcr_self.mythread)
    return;
  if (b->list)
    b->list[b->count] = child;
  b->count++;
}

static void walk(const struct kept *tree, struct builder *builder) {
  builder->parent = -1;
  builder->count = 0;
  if (upcr_tree_edges(upcr_topology(), tree->shape, tree->parameter, tree->root, take_edge,
                      builder) != 0)
    upcr_fatal("no memory for a tree over %d threads", upcr_self.threads);
}

static void build(struct kept *tree) {
  struct builder builder = {.list = 0};
  walk(tree, &builder);
  free(tree->list);
  tree->list = builder.list = malloc((size_t)builder.count * sizeof *builder.list + 1);
  if (!tree->list)
    upcr_fatal("no memory for %d branches of a tree", builder.count);
  walk(tree, &builder);
  tree->node = (struct upcr_node){builder.parent, builder.count, tree->list};
}

const struct upcr_node *upcr_tree_node(const struct upcr_algorithm *algorithm, int root) {
  struct kept *tree = &kept[(unsigned)(root * 8 + (int)algorithm->shape) % KEPT];
  if (tree->used && tree->shape == algorithm->shape && tree->parameter == algorithm->parameter &&
      tree->root == root)
    return &tree->node;
  tree->used = true;
  tree->shape = algorithm->shape;
  tree->parameter = algorithm->parameter;
  tree->root = root;
  build(tree);
  return &tree->node;
}

/* Bytes of each fragment but the last. */
static size_t length_of(struct upcr_cut cut, size_t n) {
  switch (cut.kind) {
  case UPCR_HALVES:
    return n > cut.bytes ? (n + 1) / 2 : n;
  case UPCR_FIXED:
    return n > cut.bytes ? cut.bytes : n;
  case UPCR_WHOLE:
    break;
  }
  return n;
}

size_t upcr_fragment_count(struct upcr_cut cut, size_t n) {
  size_t each = length_of(cut, n);
  return each == n ? 1 : (n + each - 1) / each;
}

size_t upcr_fragment(struct upcr_cut cut, size_t n, size_t i, size_t *length) {
  size_t each = length_of(cut, n), first = i * each;
  *length = n - first < each ? n - first : each;
  return first;
}
