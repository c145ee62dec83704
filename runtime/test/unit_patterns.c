/* SPDX-License-Identifier: Apache-2.0 */
/* The index patterns of the collectives, for any count, root and topology. */
#include <coll/patterns/places.h>
#include <coll/patterns/schedule.h>
#include <coll/patterns/tree.h>
#include <string.h>

#include "test.h"

enum { MANY = 65536 };

/* Data of the tree that was built last. A parent serves one child in a step. */
static int parent[MANY], children[MANY], turn[MANY], depth[MANY], step[MANY], edges;
static int parent_said[MANY]; /* by the parent; the child's word is parent[] */

struct notes {
  int thread, wrong;
};

static void note(void *arg, int from, int to) {
  struct notes *notes = arg;
  bool is_child = to == notes->thread;
  int *said = is_child ? &parent[to] : &parent_said[to];
  notes->wrong += *said != -1 || (!is_child && from != notes->thread);
  *said = from;
  if (is_child)
    edges++;
  else
    turn[to] = ++children[from];
}

/* All edges, as each thread sees its own; gives how many are wrong. */
static int note_all(const struct upcr_places *places, enum upcr_tree_shape shape, int radix,
                    int root) {
  struct notes notes = {.wrong = 0};
  int n = places->threads;
  edges = 0;
  for (int t = 0; t < n; t++)
    parent[t] = parent_said[t] = depth[t] = -1, children[t] = step[t] = 0;
  for (notes.thread = 0; notes.thread < n; notes.thread++)
    upcr_tree_edges(places, shape, radix, root, notes.thread, note, &notes);
  for (int t = 0; t < n; t++)
    notes.wrong += parent[t] != parent_said[t];
  return notes.wrong;
}

/* Depth and step of a thread whose parents may have none yet; a cycle ends, and leaves a thread
 * without. */
static void settle(int thread) {
  int above = parent[thread];
  if (above < 0 || depth[thread] != -1)
    return;
  depth[thread] = -2;
  settle(above);
  if (depth[above] >= 0) {
    depth[thread] = depth[above] + 1;
    step[thread] = step[above] + turn[thread];
  }
}

struct extent {
  int depth, steps; /* -1: no tree */
};

static struct extent build(const struct upcr_places *places, enum upcr_tree_shape shape, int radix,
                           int root) {
  struct extent all = {0, 0};
  int n = places->threads, wrong = note_all(places, shape, radix, root);
  depth[root] = 0;
  for (int t = 0; t < n; t++) {
    settle(t);
    wrong += depth[t] < 0;
    all.depth = depth[t] > all.depth ? depth[t] : all.depth;
    all.steps = step[t] > all.steps ? step[t] : all.steps;
  }
  return wrong || edges != n - 1 || parent[root] != -1 ? (struct extent){-1, -1} : all;
}

static int largest(const int *start, int groups) {
  int most = 0;
  for (int i = 0; i < groups; i++)
    most = start[i + 1] - start[i] > most ? start[i + 1] - start[i] : most;
  return most;
}

static void check_shapes(const struct upcr_places *p, int root) {
  int n = p->threads, region = largest(p->region, p->regions);
  int above = upcr_ceil_log(p->nodes, 2) + upcr_ceil_log(largest(p->node, p->nodes), 2);
  struct extent all = build(p, UPCR_TREE_PLACED, 2, root);
  CHECK(all.depth >= 0 && all.steps <= above + upcr_ceil_log(region, 2));
  all = build(p, UPCR_TREE_PLACED_FLAT, 2, root);
  CHECK(all.depth >= 0 && all.depth <= above + (region > 1) && all.steps <= above + region - 1);
  all = build(p, UPCR_TREE_KNOMIAL, 2, root);
  CHECK(all.steps == upcr_ceil_log(n, 2));
  for (int radix = 2; radix <= 8; radix++) {
    all = build(p, UPCR_TREE_KNOMIAL, radix, root);
    CHECK(all.depth >= (n > 1) && all.depth <= upcr_ceil_log(n, radix) &&
          all.steps <= (radix - 1) * upcr_ceil_log(n, radix));
    all = build(p, UPCR_TREE_PLACED, radix, root);
    CHECK(all.depth >= 0 && all.depth <= upcr_ceil_log(p->nodes, radix) +
                                             upcr_ceil_log(largest(p->node, p->nodes), radix) +
                                             upcr_ceil_log(region, radix));
  }
  CHECK(build(p, UPCR_TREE_FLAT, 2, root).depth == (n > 1));
  all = build(p, UPCR_TREE_BINARY, 2, root);
  CHECK(all.depth <= upcr_ceil_log(p->nodes, 2) + upcr_ceil_log(n, 2) + 1);
  for (int t = 0; t < n; t++)
    CHECK(children[t] <= (p->nodes > 1 ? 3 : 2));
  CHECK(build(p, UPCR_TREE_CHAIN, 2, root).depth == n - 1);
}

/* The trees below the leaders: with the leaders' edges they are a whole tree, and a leader has
 * no parent. */
static void check_inner(const struct upcr_places *p, int root) {
  static char group_has[MANY];
  int n = p->threads, wrong = note_all(p, UPCR_TREE_INNER, 3, root), count = upcr_groups(p),
      leaders = 0;
  const int *group_of = p->nodes > 1 ? p->node_of : p->region_of;
  memset(group_has, 0, sizeof group_has);
  for (int i = 0; i < count; i++) {
    int leader = upcr_tree_leader(p, root, i);
    wrong += parent[leader] != -1 || group_has[group_of[leader]]++ ||
             upcr_tree_leader_rank(p, root, leader) != i;
  }
  for (int t = 0; t < n; t++) {
    wrong += parent[t] >= 0 && group_of[parent[t]] != group_of[t];
    leaders += upcr_tree_leader_rank(p, root, t) >= 0;
  }
  CHECK(wrong == 0 && edges == n - count && leaders == count &&
        upcr_tree_leader(p, root, 0) == root);
}

/* Groups divide the threads, and leaders are theirs; rows of consecutive threads cover them. */
static void check_groups(const struct upcr_places *p) {
  int wrong = 0, groups = upcr_groups(p);
  wrong += upcr_group_first(p, 0) != 0 || upcr_group_first(p, groups) != p->threads;
  wrong += groups != (p->nodes > 1 ? p->nodes : p->regions);
  for (int g = 0; g < groups; g++) {
    int first = upcr_group_first(p, g), end = first + upcr_group_size(p, g);
    wrong += end <= first || upcr_group_leader(p, g) != p->member[first];
    for (int at = first, count; at < end; at += count) {
      count = upcr_members_in_row(p, at, end);
      wrong += count < 1 || at + count > end ||
               (at + count < end && p->member[at + count] == p->member[at] + count);
      for (int i = 0; i < count; i++)
        wrong +=
            p->member[at + i] != p->member[at] + i || upcr_group_number(p, p->member[at] + i) != g;
    }
    for (int at = first; at < end; at += 1 + (end - first) / 5)
      wrong += upcr_group_rank(p, p->member[at]) != at - first;
  }
  CHECK(wrong == 0);
}

/* The messages of a group fill its buffer, one after the other; the blocks of one fill it. */
static void check_messages(const struct upcr_places *p, int group) {
  long next = 0, wrong = 0, size = upcr_group_size(p, group);
  for (int other = 0; other < upcr_groups(p); other++) {
    if (other == group)
      continue;
    wrong += upcr_message_first(p, group, other) != next;
    next += size * upcr_group_size(p, other);
  }
  CHECK(wrong == 0 && next == size * (p->threads - size));
  long block = 0;
  for (int to = 0; to < 7; to++)
    for (int from = 0; from < size; from++)
      wrong += upcr_message_block((int)size, from, to) != block++;
  CHECK(wrong == 0);
}

/* Topologies: one region; nodes of different sizes with regions of different sizes; threads
 * distributed cyclically over nodes. */
static struct upcr_place place_of(int kind, int t) {
  switch (kind) {
  case 0:
    return (struct upcr_place){7, 3};
  case 1:
    return (struct upcr_place){t / 24, t % 24 / 5};
  default:
    return (struct upcr_place){t % 7 * t % 5, t % 3};
  }
}

/* Spans agree with the edges, and a rank's place in a list with both. */
static void check_knomial(const struct upcr_places *places, int radix) {
  static int span[MANY];
  int n = places->threads, wrong = note_all(places, UPCR_TREE_KNOMIAL, radix, 0);
  for (int rank = n - 1; rank >= 0; rank--) {
    wrong += ++span[rank] != upcr_knomial_span(rank, n, radix);
    if (rank > 0)
      span[parent[rank]] += span[rank];
    span[rank] = 0;
  }
  for (int rank = 0; radix <= 4 && rank < n; rank++) {
    struct upcr_knomial node = upcr_knomial_of(rank, 0, n, radix);
    wrong += node.parent != parent[rank] || node.count != children[rank];
    for (int c = 0; c < node.count; c++)
      wrong += parent[node.child[c]] != rank || turn[node.child[c]] != c + 1;
  }
  CHECK(wrong == 0 && upcr_knomial_span(0, n, radix) == n);
}

static void check_trees(int n, int roots) {
  static struct upcr_place place[MANY];
  for (int kind = 0; kind < 3; kind++) {
    struct upcr_places places;
    for (int t = 0; t < n; t++)
      place[t] = place_of(kind, t);
    CHECK(upcr_places_make(&places, place, n) == 0);
    check_groups(&places);
    for (int radix = 2; kind == 0 && radix <= 9; radix++)
      check_knomial(&places, radix <= 8 ? radix : 65536);
    for (int group = 0; group < upcr_groups(&places); group += 1 + upcr_groups(&places) / 20)
      check_messages(&places, group);
    for (int i = 0; i < roots; i++) {
      int root = (int)((long)i * (n - 1) / (roots > 1 ? roots - 1 : 1));
      check_shapes(&places, root);
      check_inner(&places, root);
    }
    upcr_places_free(&places);
  }
}

static void check_partners(int n) {
  static char met[MANY];
  int wrong = 0;
  for (int me = 0; me < n; me += n < 100 ? 1 : n / 7) {
    memset(met, 0, (size_t)n);
    for (int s = 0; s < n; s++) {
      int other = upcr_partner(me, n, s);
      wrong += other < 0 || other >= n || upcr_partner(other, n, s) != me || met[other]++;
    }
  }
  CHECK(wrong == 0);
}

static void check_rings(int n) {
  int at = 0, wrong = 0;
  for (int i = 1; i <= n; i++) {
    int next = upcr_ring_next(at, n);
    wrong += upcr_ring_previous(next, n) != at || (next == 0) != (i == n);
    at = next;
  }
  CHECK(wrong == 0);
}

/* After the last step everyone has heard of all: each hears of what the other knows, which are
 * its 2^step predecessors. */
static void check_dissemination(int n) {
  int wrong = 0, blocks = 1;
  for (int s = 0; s < upcr_ceil_log(n, 2); s++) {
    for (int me = 0; me < n; me++)
      wrong += upcr_dissemination_from(upcr_dissemination_to(me, n, s), n, s) != me;
    blocks += upcr_bruck_blocks(n, s);
  }
  CHECK(wrong == 0 && blocks == n);
}

static void check_cores(int n) {
  struct upcr_doubling d = upcr_doubling_of(n);
  int wrong = upcr_folded_rank(&d, 0) != 0 || upcr_folded_rank(&d, d.core) != n;
  CHECK(d.core == 1 << d.steps && d.core <= n && d.core * 2 > n && d.extra == n - d.core);
  for (int rank = 0; rank < n; rank++) {
    int core = upcr_folded_core(&d, rank), proxy = upcr_folded_core(&d, core < 0 ? rank - 1 : rank);
    wrong += upcr_folded_rank(&d, proxy) != (core < 0 ? rank - 1 : rank);
  }
  CHECK(wrong == 0);
}

/* Schedules in a row, as forms/pieces.c has them, for vectors that are gathered or combined. */
struct form {
  upcr_schedule *phase[4];
  bool folds, keeps_one, has_root, in_order, from_root;
};
static const struct form forms[] = {
    {.phase = {upcr_ring_collect}},
    {.phase = {upcr_extras_give, upcr_doubling, upcr_extras_get}},
    {.phase = {upcr_scatter_down, upcr_ring_collect}, .from_root = true},
    {.phase = {upcr_scatter_down, upcr_doubling, upcr_extras_get}, .from_root = true},
    {.phase = {upcr_ring_combine}, .folds = true},
    {.phase = {upcr_extras_give, upcr_doubling_of_all, upcr_extras_get},
     .folds = true,
     .in_order = true},
    {.phase = {upcr_extras_give, upcr_halving, upcr_doubling, upcr_extras_get}, .folds = true},
    {.phase = {upcr_extras_give, upcr_halving, upcr_gather_up, upcr_extras_get},
     .folds = true,
     .has_root = true},
    {.phase = {upcr_extras_give, upcr_halving, upcr_extras_get}, .folds = true, .keeps_one = true}};

static struct upcr_member member_of(const struct form *f, int rank, int n, int root) {
  struct upcr_member m = upcr_member_of(rank, n);
  m.folds = f->folds;
  m.keeps_one = f->keeps_one;
  m.root = f->has_root ? root : -1;
  return m;
}

/* Step `k`, from 0, of those in which the member receives from `from`. */
static bool receives(upcr_schedule *schedule, struct upcr_member m, int from, int k,
                     struct upcr_sendrecv *step) {
  for (int i = 0; schedule(&m, i, step); i++)
    if (step->from == from && k-- == 0)
      return true;
  return false;
}

static bool sends(upcr_schedule *schedule, struct upcr_member m, int to, int k) {
  struct upcr_sendrecv step;
  for (int i = 0; schedule(&m, i, &step); i++)
    if (step.to == to && k-- == 0)
      return true;
  return false;
}

/* What a rank sends in a phase is what its receiver expects, and all that one expects is sent. */
static int unmatched(const struct form *f, upcr_schedule *schedule, int rank, int n, int root) {
  struct upcr_member m = member_of(f, rank, n, root);
  struct upcr_sendrecv step, theirs;
  int wrong = 0, last = -1, k = 0, last_from = -1, j = 0;
  for (int i = 0; schedule(&m, i, &step); i++) {
    k = step.to == last ? k + 1 : 0;
    j = step.from == last_from ? j + 1 : 0;
    last = step.to;
    last_from = step.from;
    if (step.to >= 0)
      wrong += !receives(schedule, member_of(f, step.to, n, root), rank, k, &theirs) ||
               theirs.received.first != step.sent.first || theirs.received.end != step.sent.end;
    if (step.from >= 0)
      wrong += !sends(schedule, member_of(f, step.from, n, root), rank, j);
  }
  return wrong;
}

static bool is_ring(const struct form *f) {
  return f->phase[0] == upcr_ring_combine || f->phase[0] == upcr_ring_collect ||
         f->phase[1] == upcr_ring_collect;
}

static void check_matches(int n) {
  int wrong = 0;
  for (const struct form *f = forms; f < forms + sizeof forms / sizeof *forms; f++)
    for (int root = 0; root < (f->has_root ? n : 1); root += 1 + n / 5)
      for (int p = 0; p < 4 && f->phase[p]; p++)
        for (int rank = 0; rank < n; rank += is_ring(f) ? 1 + n / 3 : 1)
          if (!is_ring(f) || n <= 200)
            wrong += unmatched(f, f->phase[p], rank, n, root);
  CHECK(wrong == 0);
}

/* The data: of which ranks a piece of a vector is the sum, which are first .. end - 1 where the
 * order counts. */
struct value {
  int sum, first, end;
};
enum { FEW = 20, LETTERS = 2 * FEW };
static struct value value[FEW][FEW], letter[FEW][FEW][LETTERS][FEW];
static int sent[FEW][FEW], taken[FEW][FEW];

static int put(struct value *to, struct value from, enum upcr_use use, bool in_order) {
  struct value old = *to;
  if (use == UPCR_REPLACES)
    *to = from;
  else
    *to = (struct value){old.sum + from.sum, use == UPCR_FOLDS ? old.first : from.first,
                         use == UPCR_FOLDS ? from.end : old.end};
  return in_order && use != UPCR_REPLACES &&
         (use == UPCR_FOLDS ? old.end != from.first : from.end != old.first);
}

static void send(int rank, const struct upcr_sendrecv *step) {
  for (int p = step->sent.first; p < step->sent.end; p++)
    letter[rank][step->to][sent[rank][step->to]][p] = value[rank][p];
  sent[rank][step->to]++;
}

static int receive(int rank, const struct upcr_sendrecv *step, bool in_order) {
  int wrong = 0, from = step->from, k = taken[from][rank]++;
  for (int p = step->received.first; p < step->received.end; p++)
    wrong += put(&value[rank][p], letter[from][rank][k][p], step->use, in_order);
  return wrong;
}

/* Each rank's steps as far as they go, until none can go on. */
static int run_phase(const struct form *f, upcr_schedule *schedule, int n, int root) {
  int next[FEW] = {0}, wrong = 0;
  bool has_sent[FEW] = {false}, moved = true;
  struct upcr_sendrecv step;
  while (moved) {
    moved = false;
    for (int rank = 0; rank < n; rank++) {
      struct upcr_member m = member_of(f, rank, n, root);
      if (!schedule(&m, next[rank], &step))
        continue;
      if (step.to >= 0 && !has_sent[rank])
        send(rank, &step);
      has_sent[rank] = true;
      if (step.from >= 0 && sent[step.from][rank] == taken[step.from][rank])
        continue;
      if (step.from >= 0)
        wrong += receive(rank, &step, f->in_order);
      has_sent[rank] = false;
      moved = ++next[rank];
    }
  }
  for (int rank = 0; rank < n; rank++) {
    struct upcr_member m = member_of(f, rank, n, root);
    wrong += schedule(&m, next[rank], &step);
  }
  return wrong;
}

static struct value initial(const struct form *f, int rank, int piece) {
  bool has = f->folds || (f->from_root ? rank == 0 : rank == piece);
  return has ? (struct value){1 + (f->folds ? rank * rank : 0), rank, rank + 1}
             : (struct value){0, 0, 0};
}

static int run_form(const struct form *f, int n, int root) {
  int wrong = 0, all = 0;
  memset(sent, 0, sizeof sent);
  memset(taken, 0, sizeof taken);
  for (int rank = 0; rank < n; rank++) {
    all += 1 + rank * rank;
    for (int p = 0; p < n; p++)
      value[rank][p] = initial(f, rank, p);
  }
  for (int p = 0; p < 4 && f->phase[p]; p++)
    wrong += run_phase(f, f->phase[p], n, root);
  for (int rank = 0; rank < n; rank++)
    for (int p = 0; p < n; p++)
      if ((!f->has_root || rank == root) && (!f->keeps_one || p == rank))
        wrong += value[rank][p].sum != (f->folds ? all : 1);
  return wrong;
}

static void check_results(int n) {
  for (const struct form *f = forms; f < forms + sizeof forms / sizeof *forms; f++)
    for (int root = 0; root < (f->has_root ? n : 1); root++)
      CHECK(run_form(f, n, root) == 0);
}

static void check_even(int n) {
  unsigned long wrong = 0, things = 1000003;
  for (int p = 0; p < n; p++) {
    unsigned long size = upcr_even_first(things, n, p + 1) - upcr_even_first(things, n, p);
    wrong += size - things / (unsigned long)n > 1;
  }
  CHECK(wrong == 0 && upcr_even_first(things, n, 0) == 0 &&
        upcr_even_first(things, n, n) == things);
}

static void check_count(int n, int roots) {
  check_trees(n, roots);
  check_partners(n);
  check_rings(n);
  check_dissemination(n);
  check_cores(n);
  check_matches(n);
  if (n <= FEW)
    check_results(n);
  check_even(n);
}

/* A thread finds its place without walking the others': 4 * 10^9 edges would take minutes. */
static void check_large_trees(void) {
  static struct upcr_place place[MANY];
  struct upcr_places places;
  for (int t = 0; t < MANY; t++)
    place[t] = (struct upcr_place){t / 32, t % 32 / 8};
  CHECK(upcr_places_make(&places, place, MANY) == 0);
  for (int root = 0; root < MANY; root += MANY / 10)
    check_shapes(&places, root);
  upcr_places_free(&places);
}

int main(void) {
  static const int many[] = {96, 100, 127, 128, 129, 1000, 1024, 4096, 19999, 20000};
  check_large_trees();
  for (int n = 1; n <= 66; n++)
    check_count(n, n);
  for (unsigned i = 0; i < sizeof many / sizeof *many; i++)
    check_count(many[i], 3);
  return test_report();
}
