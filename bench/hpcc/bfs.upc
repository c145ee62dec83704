/* Graph500's breadth-first search (graph500.org, specification 2): a Kronecker graph of 2^SCALE
 * vertices, searches from ROOTS roots level by level, and the specification's checks of each tree.
 *
 * Each thread has a block of vertices and their edges. At each level a thread sorts the vertices
 * that it reaches by owner, and puts pairs of vertex and parent into the owners' inboxes, a piece
 * at a time.
 *
 *   upcc -O3 bfs.upc -o bfs; upcrun -n 2 -shared-heap 256M ./bfs [SCALE [ROOTS]] */
#include <upc_relaxed.h>

#include "hpcc.h"

#define EDGES 16 /* edges per vertex, mean */
#define PIECE 4096 /* pairs of a piece */
#define NONE (-1)
#define USAGE "bfs [SCALE [ROOTS]]; SCALE from 2 to 40, ROOTS from 1 to 1000"

struct pair {
  int64_t to, from;
};

static int scale;
/* Vertices in all, of a thread at most; first and number of the caller's. */
static int64_t vertices, block, first, count;
static int64_t *offsets, *targets;            /* edges of own vertices, listed at both ends */
static int64_t *parent, *level;               /* of own vertices */
static shared void *inboxes, *counts, *levels;

/* Pairs by owner: a growing list for each. */
static struct list {
  struct pair *pairs;
  int64_t size, room, sent;
} *out;

static void *memory(void *old, size_t bytes) {
  void *data = realloc(old, bytes > 0 ? bytes : 1);
  if (data == NULL) {
    fprintf(stderr, "no memory for %zu bytes of the graph; try a smaller SCALE\n", bytes);
    upc_global_exit(2);
  }
  return data;
}

static int owner(int64_t vertex) { return (int)(vertex / block); }

static void send(int64_t to, int64_t from) {
  struct list *l = &out[owner(to)];
  if (l->size == l->room) {
    l->room = l->room * 2 + PIECE;
    l->pairs = memory(l->pairs, l->room * sizeof *l->pairs);
  }
  l->pairs[l->size++] = (struct pair){to, from};
}

/* Collective: true if the argument is true on any thread. */
static bool any(bool value) { return npb_sum(value) > 0; }

/* Puts the next piece for each owner into its inbox. */
static void put_pieces(void) {
  for (int i = 1; i <= THREADS; i++) {
    int t = (MYTHREAD + i) % THREADS;
    struct list *l = &out[t];
    int64_t some = l->size - l->sent < PIECE ? l->size - l->sent : PIECE;
    upc_memput((shared[] int64_t *)npb_part(counts, t) + MYTHREAD, &some, sizeof some);
    upc_memput((shared[] struct pair *)npb_part(inboxes, t) + (size_t)MYTHREAD * PIECE,
               l->pairs + l->sent, some * sizeof(struct pair));
    l->sent += some;
    if (l->sent == l->size)
      l->sent = l->size = 0;
  }
}

/* Collective: delivers all pairs; calls `take` with those for the caller. */
static void deliver(void (*take)(const struct pair *)) {
  bool more = true;
  while (more) {
    put_pieces();
    more = false;
    for (int t = 0; t < THREADS; t++)
      more = more || out[t].size > 0;
    upc_barrier;
    const struct pair *in = npb_own(inboxes);
    const int64_t *some = npb_own(counts);
    for (int t = 0; t < THREADS; t++)
      for (int64_t i = 0; i < some[t]; i++)
        take(&in[(size_t)t * PIECE + i]);
    upc_barrier;
    more = any(more);
  }
}

/* Permutes the vertices, so that numbers do not depend on degrees. */
static int64_t scramble(uint64_t v) {
  const uint64_t mask = vertices - 1;
  for (int i = 0; i < 3; i++) {
    v = (v * UINT64_C(0x9e3779b97f4a7c15) + 12345) & mask;
    v ^= v >> (scale / 2 + 1);
  }
  return (int64_t)v;
}

/* Edge i of the Kronecker graph, probabilities 0.57, 0.19, 0.19, 0.05. */
static struct pair make_edge(int64_t i) {
  uint64_t a = 0, b = 0;
  for (int bit = 0; bit < scale; bit++) {
    double p = mix_fraction((uint64_t)i * 64 + bit);
    a = a << 1 | (p >= 0.76);
    b = b << 1 | ((p >= 0.57 && p < 0.76) || p >= 0.95);
  }
  return (struct pair){scramble(a), scramble(b)};
}

static void count_edge(const struct pair *p) { offsets[p->to - first + 1]++; }
static void store_edge(const struct pair *p) { targets[offsets[p->to - first]++] = p->from; }

/* Collective: sends each edge to the owners of both ends, without self-loops. */
static void send_edges(void (*take)(const struct pair *)) {
  int64_t edges = vertices * EDGES;
  for (int64_t i = npb_first(edges, MYTHREAD); i < (int64_t)npb_first(edges, MYTHREAD + 1); i++) {
    struct pair e = make_edge(i);
    if (e.to != e.from) {
      send(e.to, e.from);
      send(e.from, e.to);
    }
  }
  deliver(take);
}

/* Collective: makes the graph. Own vertex v has the edges offsets[v] to offsets[v + 1] - 1. */
static void make_graph(void) {
  memset(offsets, 0, (count + 1) * sizeof *offsets);
  send_edges(count_edge);
  for (int64_t v = 0; v < count; v++)
    offsets[v + 1] += offsets[v];
  targets = memory(NULL, offsets[count] * sizeof *targets);
  send_edges(store_edge); /* moves each offset to the next vertex's */
  memmove(offsets + 1, offsets, count * sizeof *offsets);
  offsets[0] = 0;
}

static int64_t depth, found, *queue;

static void reach(const struct pair *p) {
  int64_t v = p->to - first;
  if (parent[v] == NONE) {
    parent[v] = p->from;
    level[v] = depth;
    queue[found++] = v;
  }
}

/* Collective: searches from a root and makes the tree. */
static void search(int64_t root) {
  int64_t begin = 0;
  for (int64_t v = 0; v < count; v++)
    parent[v] = level[v] = NONE;
  depth = found = 0;
  if (owner(root) == MYTHREAD)
    reach(&(struct pair){root, root});
  while (any(found > begin)) {
    int64_t end = found;
    depth++;
    for (; begin < end; begin++)
      for (int64_t i = offsets[queue[begin]]; i < offsets[queue[begin] + 1]; i++)
        send(targets[i], queue[begin] + first);
    deliver(reach);
  }
}

/* The level of a vertex, from the caller's copy of all levels. */
static int64_t level_of(int64_t v) { return ((const int64_t *)npb_own(levels))[v]; }

/* True if own vertex v has an edge to the vertex. */
static bool has_edge(int64_t v, int64_t to) {
  for (int64_t i = offsets[v]; i < offsets[v + 1]; i++)
    if (targets[i] == to)
      return true;
  return false;
}

/* Collective: the number of violations of the specification's rules. The root is its own parent and
 * at level 0. Every other vertex of the tree has an edge to its parent, which is one level above,
 * so there is no cycle. Levels of an edge's ends differ by at most one; both ends are in the tree,
 * or neither is. */
static long check(int64_t root) {
  long wrong = 0;
  for (int t = 0; t < THREADS; t++)
    upc_memput((shared[] int64_t *)npb_part(levels, t) + first, level, count * sizeof *level);
  upc_barrier;
  for (int64_t v = 0; v < count; v++) {
    if (v + first == root)
      wrong += parent[v] != root || level[v] != 0;
    else if (parent[v] != NONE)
      wrong += parent[v] < 0 || parent[v] >= vertices || level_of(parent[v]) == NONE ||
               level[v] != level_of(parent[v]) + 1 || !has_edge(v, parent[v]);
    else
      wrong += level[v] != NONE;
    for (int64_t i = offsets[v]; i < offsets[v + 1]; i++) {
      int64_t other = level_of(targets[i]);
      wrong +=
          (level[v] == NONE) != (other == NONE) || level[v] - other > 1 || other - level[v] > 1;
    }
  }
  upc_barrier;
  return (long)npb_sum(wrong);
}

/* Collective: the number of edges of the searched component. */
static double edges_reached(void) {
  double sum = 0;
  for (int64_t v = 0; v < count; v++)
    if (parent[v] != NONE)
      sum += (double)(offsets[v + 1] - offsets[v]);
  return npb_sum(sum) / 2;
}

/* Collective: a random root with edges, the same on all threads; increments `seed`. */
static int64_t next_root(uint64_t *seed) {
  for (;;) {
    int64_t root = (int64_t)(mix_fraction(~(*seed)++) * (double)vertices);
    if (any(owner(root) == MYTHREAD && offsets[root - first + 1] > offsets[root - first]))
      return root;
  }
}

/* Collective: allocates everything but the edges. */
static void make(void) {
  vertices = INT64_C(1) << scale;
  block = (vertices + THREADS - 1) / THREADS;
  first = block * MYTHREAD < vertices ? block * MYTHREAD : vertices;
  count = vertices - first < block ? vertices - first : block;
  inboxes = npb_parts((size_t)THREADS * PIECE * sizeof(struct pair));
  counts = npb_parts(THREADS * sizeof(int64_t));
  levels = npb_parts(vertices * sizeof(int64_t));
  offsets = memory(NULL, (count + 1) * sizeof *offsets);
  parent = memory(NULL, count * sizeof *parent);
  level = memory(NULL, count * sizeof *level);
  queue = memory(NULL, count * sizeof *queue);
  out = memory(NULL, THREADS * sizeof *out);
  memset(out, 0, THREADS * sizeof *out);
}

int main(int argc, char **argv) {
  scale = (int)hpcc_argument(argc, argv, 1, 2, 40, 12, USAGE);
  int roots = (int)hpcc_argument(argc, argv, 2, 1, 1000, 8, USAGE);
  uint64_t seed = 0;
  double inverse = 0; /* of edges a second */
  long wrong = 0;
  make();
  make_graph();
  for (int i = 0; i < roots; i++) {
    int64_t root = next_root(&seed);
    upc_barrier;
    double start = npb_seconds();
    search(root);
    double seconds = npb_seconds() - start;
    wrong += check(root);
    inverse += seconds / edges_reached();
  }
  if (MYTHREAD == 0) {
    printf("SCALE: %d\nedgefactor: %d\nNBFS: %d\nnum_threads: %d\n", scale, EDGES, roots, THREADS);
    printf("bfs harmonic_mean_TEPS: %g\nvalidation: %s, breaches: %ld\n", roots / inverse,
           wrong == 0 ? "passed" : "failed", wrong);
  }
  return MYTHREAD == 0 && wrong != 0;
}
