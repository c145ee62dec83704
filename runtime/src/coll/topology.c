/* SPDX-License-Identifier: Apache-2.0 */
#include "topology.h"

#include <stdlib.h>
#include <upcr/upcr.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../topo/topo.h"

/* Shared by all threads of the process, since their size grows with the number of threads. The
 * first thread makes them, publishes them with release, and they are read with acquire and never
 * written again. */
static struct upcr_places *shared_places, *shared_apart;

/* One node with one NUMA region where nothing is known. */
static struct upcr_place place_of(int thread) {
  if (upcr_topo.threads != upcr_self.threads)
    return (struct upcr_place){0, 0};
  return (struct upcr_place){upcr_topo_position(thread, UPCR_LEVEL_NODE)->group,
                             upcr_topo_position(thread, UPCR_LEVEL_REGION)->group};
}

static struct upcr_place place_apart(int thread) { return (struct upcr_place){thread, 0}; }

static struct upcr_places *make(struct upcr_place (*of)(int thread)) {
  int threads = upcr_self.threads;
  struct upcr_places *made = malloc(sizeof *made);
  struct upcr_place *place = malloc((size_t)threads * sizeof *place);
  for (int t = 0; place && t < threads; t++)
    place[t] = of(t);
  if (!made || !place || upcr_places_make(made, place, threads) != 0)
    upcr_fatal("out of memory: the places of %d threads", threads);
  free(place);
  return made;
}

/* Threads that come at the same time make the same: one keeps it. */
static const struct upcr_places *places_in(struct upcr_places **shared,
                                           struct upcr_place (*of)(int thread)) {
  struct upcr_places *known = __atomic_load_n(shared, __ATOMIC_ACQUIRE), *made;
  if (known)
    return known;
  made = make(of);
  if (__atomic_compare_exchange_n(shared, &known, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return made;
  upcr_places_free(made);
  free(made);
  return known;
}

const struct upcr_places *upcr_topology(void) { return places_in(&shared_places, place_of); }

const struct upcr_places *upcr_topology_apart(void) {
  return places_in(&shared_apart, place_apart);
}

/* Kept trees of a thread, by shape, parameter and root; the oldest of a place gives way. */
enum { KEPT = 64 };

struct kept {
  bool used;
  enum upcr_tree_shape shape;
  int parameter, root;
  struct upcr_node node;
  int *list; /* of children, as long as the node is kept; room for a power of two */
};

struct upcr_trees {
  struct kept kept[KEPT];
};

struct upcr_group upcr_group_of(const struct upcr_call *call,
                                const struct upcr_algorithm *algorithm) {
  const struct upcr_places *places = upcr_topology();
  int n = upcr_self.threads, me = upcr_self.mythread,
      root = call->which == UPCR_ALL_BROADCAST ? call->root : 0;
  if (algorithm->shape == UPCR_TREE_CHAIN)
    return (struct upcr_group){n, places->rank[me], .member = places->member};
  if (algorithm->shape != UPCR_TREE_INNER)
    return (struct upcr_group){n, (me - root + n) % n, .root = root};
  return (struct upcr_group){upcr_groups(places), upcr_tree_leader_rank(places, root, me),
                             .leads = true, .root = root};
}

const struct upcr_algorithm upcr_binomial_by_number = {.shape = UPCR_TREE_KNOMIAL, .parameter = 2};

static void take_edge(void *arg, int parent, int child) {
  struct kept *tree = arg;
  if (child == upcr_self.mythread)
    tree->node.parent = parent;
  if (parent != upcr_self.mythread)
    return;
  size_t n = (size_t)tree->node.count++;
  if ((n & (n - 1)) == 0)
    tree->list = realloc(tree->list, (n ? 2 * n : 1) * sizeof *tree->list);
  if (!tree->list)
    upcr_fatal("out of memory: the branches of the tree of %d threads", upcr_self.threads);
  tree->list[n] = child;
}

const struct upcr_node *upcr_tree_node(const struct upcr_algorithm *algorithm, int root) {
  struct upcr_trees *trees = UPCR_KEPT(trees, sizeof *trees, "places in trees");
  struct kept *tree = &trees->kept[(unsigned)(root * 8 + (int)algorithm->shape) % KEPT];
  if (tree->used && tree->shape == algorithm->shape && tree->parameter == algorithm->parameter &&
      tree->root == root)
    return &tree->node;
  free(tree->list);
  *tree = (struct kept){true, algorithm->shape, algorithm->parameter, root, {.parent = -1}, 0};
  upcr_tree_edges(upcr_topology(), tree->shape, tree->parameter, root, upcr_self.mythread,
                  take_edge, tree);
  tree->node.child = tree->list;
  return &tree->node;
}

size_t upcr_fragment_length(struct upcr_cut cut, size_t n) {
  if (cut.kind == UPCR_NO_FRAGMENTS || n <= cut.bytes)
    return n;
  return cut.kind == UPCR_HALVES ? (n + 1) / 2 : cut.bytes;
}

size_t upcr_fragment_count(struct upcr_cut cut, size_t n) {
  size_t each = upcr_fragment_length(cut, n);
  return each == n ? 1 : (n + each - 1) / each;
}

size_t upcr_fragment(struct upcr_cut cut, size_t n, size_t i, size_t *length) {
  size_t each = upcr_fragment_length(cut, n), first = i * each;
  *length = upcr_least(n - first, each);
  return first;
}
