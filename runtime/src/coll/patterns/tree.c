/* SPDX-License-Identifier: Apache-2.0 */
#include "tree.h"

#include <stdbool.h>
#include <stdlib.h>

/* Weight of the lowest digit of rank that is not 0; for rank 0 the first power of the radix that
 * is not below n. */
static long weight(int rank, int n, int radix) {
  long w = 1;
  if (rank == 0) {
    while (w < n)
      w *= radix;
    return w;
  }
  while (rank / w % radix == 0)
    w *= radix;
  return w;
}

int upcr_ceil_log(int n, int radix) {
  int log = 0;
  for (long w = 1; w < n; w *= radix)
    log++;
  return log;
}

int upcr_knomial_parent(int rank, int radix) {
  if (rank == 0)
    return -1;
  long w = weight(rank, 0, radix);
  return (int)(rank - rank / w % radix * w);
}

int upcr_knomial_span(int rank, int n, int radix) {
  long span = weight(rank, n, radix);
  return (int)(span < n - rank ? span : n - rank);
}

int upcr_knomial_children(int rank, int n, int radix, int *child) {
  int count = 0;
  for (long w = weight(rank, n, radix) / radix; w >= 1; w /= radix)
    for (int digit = 1; digit < radix; digit++)
      if (rank + digit * w < n)
        child[count++] = (int)(rank + digit * w);
  return count;
}

int upcr_knomial_most_children(int n, int radix) {
  long most = (long)(radix - 1) * upcr_ceil_log(n, radix);
  return most < n - 1 ? (int)most : n - 1;
}

/* Edges of the k-nomial tree over member[0 .. n), whose root is member[first]: ranks go on from
 * there, around. */
static void knomial_edges(const int *member, int n, int first, int radix, upcr_tree_edge *edge,
                          void *arg) {
  for (int rank = 0; rank < n; rank++) {
    for (long w = weight(rank, n, radix) / radix; w >= 1; w /= radix)
      for (int digit = 1; digit < radix; digit++)
        if (rank + digit * w < n)
          edge(arg, member[(first + rank) % n], member[(first + rank + digit * w) % n]);
  }
}

/* The same, where the root is the parent of all. Depth 1. */
static void flat_edges(const int *member, int n, int first, upcr_tree_edge *edge, void *arg) {
  for (int rank = 1; rank < n; rank++)
    edge(arg, member[first], member[(first + rank) % n]);
}

/* The same, where each is the parent of the next. Depth n - 1. */
static void chain_edges(const int *member, int n, int first, upcr_tree_edge *edge, void *arg) {
  for (int rank = 1; rank < n; rank++)
    edge(arg, member[(first + rank - 1) % n], member[(first + rank) % n]);
}

static int find(const int *member, int n, int thread) {
  int i = 0;
  while (i < n && member[i] != thread)
    i++;
  return i;
}

static int first_of_region(const struct upcr_places *p, int region) {
  return p->member[p->region[region]];
}

static int leader_of_node(const struct upcr_places *p, int node, int root) {
  return p->node_of[root] == node ? root : first_of_region(p, p->node[node]);
}

static int leader_of_region(const struct upcr_places *p, int region, int node, int root) {
  int leader = leader_of_node(p, node, root);
  return p->region_of[leader] == region ? leader : first_of_region(p, region);
}

/* State of the walk over a hierarchy. */
struct walk {
  const struct upcr_places *places;
  enum upcr_tree_shape shape;
  int radix, root;
  upcr_tree_edge *edge;
  void *arg;
};

static void region_edges(const struct walk *w, int region, int leader) {
  const struct upcr_places *p = w->places;
  const int *member = p->member + p->region[region];
  int n = p->region[region + 1] - p->region[region], first = find(member, n, leader);
  if (w->shape == UPCR_TREE_BINOMIAL_FLAT)
    flat_edges(member, n, first, w->edge, w->arg);
  else
    knomial_edges(member, n, first, w->radix, w->edge, w->arg);
}

/* `leader` has room for as many as there are regions. */
static void node_edges(const struct walk *w, int node, int *leader) {
  const struct upcr_places *p = w->places;
  int count = 0, first = 0, top = leader_of_node(p, node, w->root);
  for (int region = p->node[node]; region < p->node[node + 1]; region++) {
    leader[count] = leader_of_region(p, region, node, w->root);
    if (leader[count] == top)
      first = count;
    count++;
  }
  knomial_edges(leader, count, first, w->radix, w->edge, w->arg);
}

static void cluster_edges(const struct walk *w, int *leader) {
  const struct upcr_places *p = w->places;
  for (int node = 0; node < p->nodes; node++)
    leader[node] = leader_of_node(p, node, w->root);
  knomial_edges(leader, p->nodes, p->node_of[w->root], w->radix, w->edge, w->arg);
}

static bool has_nodes(const struct upcr_places *p) { return p->nodes > 1; }

/* The part of the tree below the leaders of nodes, or of regions if there is one node; `all`: those
 * of one too. `leader` has room for as many as there are regions. */
static void inner_edges(const struct walk *w, int *leader, bool all) {
  const struct upcr_places *p = w->places;
  for (int node = 0; node < p->nodes; node++) {
    if (all || has_nodes(p))
      node_edges(w, node, leader);
    for (int region = p->node[node]; region < p->node[node + 1]; region++)
      region_edges(w, region, leader_of_region(p, region, node, w->root));
  }
}

/* Members [lo, hi) of n from `first` on, around: the first is the parent of the first of each
 * half of the others. */
static void halves_edges(const struct walk *w, const int *member, int n, int first, int lo,
                         int hi) {
  int low = lo + 1, high = low + (hi - low + 1) / 2;
  if (low < hi) {
    w->edge(w->arg, member[(first + lo) % n], member[(first + low) % n]);
    halves_edges(w, member, n, first, low, high);
  }
  if (high < hi) {
    w->edge(w->arg, member[(first + lo) % n], member[(first + high) % n]);
    halves_edges(w, member, n, first, high, hi);
  }
}

/* Node k after the root's is the parent of 2k + 1 and 2k + 2. A node's leader has one child of
 * its own threads. */
static void binary_edges(const struct walk *w) {
  const struct upcr_places *p = w->places;
  for (int k = 0, first_node = p->node_of[w->root]; k < p->nodes; k++) {
    int node = (first_node + k) % p->nodes, leader = leader_of_node(p, node, w->root);
    const int *member = p->member + p->region[p->node[node]];
    int n = p->region[p->node[node + 1]] - p->region[p->node[node]],
        first = find(member, n, leader);
    for (int below = 2 * k + 1; below <= 2 * k + 2 && below < p->nodes; below++)
      w->edge(w->arg, leader, leader_of_node(p, (first_node + below) % p->nodes, w->root));
    if (n > 1) {
      w->edge(w->arg, leader, member[(first + 1) % n]);
      halves_edges(w, member, n, first, 1, n);
    }
  }
}

int upcr_tree_leaders(const struct upcr_places *places, int root, int *leader) {
  int count = has_nodes(places) ? places->nodes : places->regions;
  int first = has_nodes(places) ? places->node_of[root] : places->region_of[root];
  for (int i = 0; i < count; i++) {
    int group = (first + i) % count;
    leader[i] = has_nodes(places) ? leader_of_node(places, group, root)
                                  : leader_of_region(places, group, 0, root);
  }
  return count;
}

int upcr_tree_edges(const struct upcr_places *places, enum upcr_tree_shape shape, int radix,
                    int root, upcr_tree_edge *edge, void *arg) {
  int n = places->threads, *list = malloc((size_t)n * sizeof *list);
  struct walk w = {places, shape, radix, root, edge, arg};
  if (!list)
    return -1;
  for (int t = 0; t < n; t++)
    list[t] = t;
  if (shape == UPCR_TREE_BINOMIAL || shape == UPCR_TREE_BINOMIAL_FLAT ||
      shape == UPCR_TREE_NUMBERED)
    w.radix = 2;
  switch (shape) {
  case UPCR_TREE_BINOMIAL:
  case UPCR_TREE_BINOMIAL_FLAT:
  case UPCR_TREE_PLACED:
    cluster_edges(&w, list);
    inner_edges(&w, list, true);
    break;
  case UPCR_TREE_NUMBERED:
  case UPCR_TREE_KNOMIAL:
    knomial_edges(list, n, root, w.radix, edge, arg);
    break;
  case UPCR_TREE_BINARY:
    binary_edges(&w);
    break;
  case UPCR_TREE_FLAT:
    flat_edges(list, n, root, edge, arg);
    break;
  case UPCR_TREE_INNER:
    inner_edges(&w, list, false);
    break;
  case UPCR_TREE_CHAIN:
    chain_edges(places->member, n, find(places->member, n, root), edge, arg);
    break;
  }
  free(list);
  return 0;
}
