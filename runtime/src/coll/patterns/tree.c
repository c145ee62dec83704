/* SPDX-License-Identifier: Apache-2.0 */
#include "tree.h"

#include <stdbool.h>

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

static int knomial_parent(int rank, int radix) {
  if (rank == 0)
    return -1;
  long w = weight(rank, 0, radix);
  return (int)(rank - rank / w % radix * w);
}

int upcr_knomial_span(int rank, int n, int radix) {
  long span = weight(rank, n, radix);
  return (int)(span < n - rank ? span : n - rank);
}

struct upcr_knomial upcr_knomial_of(int entry, int root, int n, int radix) {
  struct upcr_knomial node; /* not all zero: a long list */
  int rank = (entry - root + n) % n;
  node.parent = rank == 0 ? -1 : (int)(((long)root + knomial_parent(rank, radix)) % n);
  node.count = 0;
  for (long w = weight(rank, n, radix) / radix; w >= 1; w /= radix)
    for (int digit = 1; digit < radix; digit++)
      if (rank + digit * w < n)
        node.child[node.count++] = (int)((root + rank + digit * w) % n);
  return node;
}

static int first_of_region(const struct upcr_places *p, int region) {
  return p->member[p->region[region]];
}

static int leader_of_node(const struct upcr_places *p, int node, int root) {
  return p->node_of[root] == node ? root : first_of_region(p, p->node[node]);
}

static int leader_of_region(const struct upcr_places *p, int region, int root) {
  int first = first_of_region(p, region), leader = leader_of_node(p, p->node_of[first], root);
  return p->region_of[leader] == region ? leader : first;
}

/* The edges at `me` of a tree with that root. */
struct edges {
  const struct upcr_places *places;
  int radix, root, me;
  upcr_tree_edge *edge;
  void *arg;
};

/* A tree over `count` entries, of which the one numbered `top` is the root and `me` the caller's:
 * ranks go on from the root, around. `thread` says which an entry is, by its number from `from`
 * on. */
struct level {
  const struct edges *e;
  int count, top, me, from;
  int (*thread)(const struct edges *e, int entry);
};

static int by_number(const struct edges *e, int entry) { return (void)e, entry; }
static int by_place(const struct edges *e, int entry) { return e->places->member[entry]; }

static int of_node(const struct edges *e, int node) {
  return leader_of_node(e->places, node, e->root);
}

static int of_region(const struct edges *e, int region) {
  return leader_of_region(e->places, region, e->root);
}

static int rank_of(const struct level *l) { return (l->me - l->top + l->count) % l->count; }

static int at_rank(const struct level *l, int rank) {
  return l->thread(l->e, l->from + (int)(((long)l->top + rank) % l->count));
}

static void from_parent(const struct level *l, int rank) {
  l->e->edge(l->e->arg, at_rank(l, rank), l->e->me);
}

static void to_child(const struct level *l, int rank) {
  l->e->edge(l->e->arg, l->e->me, at_rank(l, rank));
}

static void knomial_edges(const struct level *l) {
  int rank = rank_of(l), radix = l->e->radix;
  if (rank > 0)
    from_parent(l, knomial_parent(rank, radix));
  for (long w = weight(rank, l->count, radix) / radix; w >= 1; w /= radix)
    for (int digit = 1; digit < radix; digit++)
      if (rank + digit * w < l->count)
        to_child(l, (int)(rank + digit * w));
}

/* The root is the parent of all. Depth 1. */
static void flat_edges(const struct level *l) {
  if (rank_of(l) > 0)
    from_parent(l, 0);
  else
    for (int rank = 1; rank < l->count; rank++)
      to_child(l, rank);
}

/* Each is the parent of the next. Depth count - 1. */
static void chain_edges(const struct level *l) {
  int rank = rank_of(l);
  if (rank > 0)
    from_parent(l, rank - 1);
  if (rank + 1 < l->count)
    to_child(l, rank + 1);
}

/* Entries [first, end) of the job, with root `top`, which the caller knows as `me`. */
static struct level level_of(const struct edges *e, int first, int end, int top, int me,
                             int (*thread)(const struct edges *e, int entry)) {
  return (struct level){e, end - first, top - first, me - first, first, thread};
}

/* Members [first, end) of the places. */
static struct level members(const struct edges *e, int first, int end, int top) {
  return level_of(e, first, end, e->places->rank[top], e->places->rank[e->me], by_place);
}

/* Entries: all threads; the nodes; the regions of the caller's node; the threads of its region, or
 * node. */
enum which { BY_NUMBER, BY_PLACE, NODES, REGIONS, IN_REGION, IN_NODE, LEVELS };

static struct level level_at(const struct edges *e, enum which which) {
  const struct upcr_places *p = e->places;
  int node = p->node_of[e->me], region = p->region_of[e->me], leader = of_node(e, node);
  switch (which) {
  case BY_NUMBER:
    return level_of(e, 0, p->threads, e->root, e->me, by_number);
  case BY_PLACE:
    return members(e, 0, p->threads, e->root);
  case NODES:
    return level_of(e, 0, p->nodes, p->node_of[e->root], node, of_node);
  case REGIONS:
    return level_of(e, p->node[node], p->node[node + 1], p->region_of[leader], region, of_region);
  case IN_REGION:
    return members(e, p->region[region], p->region[region + 1], of_region(e, region));
  default:
    return members(e, p->region[p->node[node]], p->region[p->node[node + 1]], leader);
  }
}

/* Nodes and regions are entries of their leaders only. */
static bool is_entry(const struct level *l) { return l->thread(l->e, l->from + l->me) == l->e->me; }

static bool has_nodes(const struct upcr_places *p) { return p->nodes > 1; }

/* Ranks [lo, hi): the first is the parent of the first of each half of the others. */
struct halves {
  int lo, high, hi; /* high: where the second half begins */
};

static struct halves halves_of(int lo, int hi) {
  return (struct halves){lo, lo + 1 + (hi - lo) / 2, hi};
}

/* Binary trees of the ranks from `first` on; a rank before is their parent. */
static void binary_edges(const struct level *l, int first) {
  int rank = rank_of(l), parent = first - 1;
  struct halves h = halves_of(first, l->count);
  if (rank < first) {
    if (first < l->count)
      to_child(l, first);
    return;
  }
  while (h.lo != rank) {
    parent = h.lo;
    h = rank < h.high ? halves_of(h.lo + 1, h.high) : halves_of(h.high, h.hi);
  }
  if (parent >= 0)
    from_parent(l, parent);
  if (h.lo + 1 < h.high)
    to_child(l, h.lo + 1);
  if (h.high < h.hi)
    to_child(l, h.high);
}

/* The root has two children, or one. */
static void halves_edges(const struct level *l) { binary_edges(l, 0); }
static void below_edges(const struct level *l) { binary_edges(l, 1); }

int upcr_tree_leader(const struct upcr_places *p, int root, int rank) {
  int groups = upcr_groups(p), group = (upcr_group_number(p, root) + rank) % groups;
  return has_nodes(p) ? leader_of_node(p, group, root) : leader_of_region(p, group, root);
}

int upcr_tree_leader_rank(const struct upcr_places *p, int root, int thread) {
  int groups = upcr_groups(p),
      rank = (upcr_group_number(p, thread) - upcr_group_number(p, root) + groups) % groups;
  return upcr_tree_leader(p, root, rank) == thread ? rank : -1;
}

typedef void edges_function(const struct level *l);

/* The edges of each level; 0: the shape lacks it. */
static edges_function *const shapes[][LEVELS] = {
    [UPCR_TREE_PLACED] =
        {[NODES] = knomial_edges, [REGIONS] = knomial_edges, [IN_REGION] = knomial_edges},
    [UPCR_TREE_PLACED_FLAT] =
        {[NODES] = knomial_edges, [REGIONS] = knomial_edges, [IN_REGION] = flat_edges},
    [UPCR_TREE_KNOMIAL] = {[BY_NUMBER] = knomial_edges},
    [UPCR_TREE_BINARY] = {[NODES] = halves_edges, [IN_NODE] = below_edges},
    [UPCR_TREE_FLAT] = {[BY_NUMBER] = flat_edges},
    [UPCR_TREE_CHAIN] = {[BY_PLACE] = chain_edges},
    [UPCR_TREE_LEADERS] = {[NODES] = knomial_edges, [REGIONS] = knomial_edges},
    [UPCR_TREE_COLLECTORS] = {[REGIONS] = flat_edges, [IN_REGION] = flat_edges},
    [UPCR_TREE_INNER] = {[REGIONS] = knomial_edges, [IN_REGION] = knomial_edges}};

/* Leaders are of nodes, or of regions where there is one node only. */
static bool has_level(const struct upcr_places *p, enum upcr_tree_shape shape, enum which which) {
  if (which == REGIONS && shape == UPCR_TREE_LEADERS)
    return !has_nodes(p);
  if (which == REGIONS && shape == UPCR_TREE_INNER)
    return has_nodes(p);
  return shapes[shape][which];
}

void upcr_tree_edges(const struct upcr_places *places, enum upcr_tree_shape shape, int radix,
                     int root, int thread, upcr_tree_edge *edge, void *arg) {
  struct edges e = {places, radix, root, thread, edge, arg};
  for (enum which which = 0; which < LEVELS; which++) {
    if (!has_level(places, shape, which))
      continue;
    struct level level = level_at(&e, which);
    if (is_entry(&level))
      shapes[shape][which](&level);
  }
}
