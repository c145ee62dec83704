/* SPDX-License-Identifier: Apache-2.0 */
/* gather_all over the levels of the machine: the leader of each region collects its threads'
 * blocks, the leader of each node those of its regions. Leaders of nodes concatenate the blocks of
 * whole nodes, and all blocks go down the same way.
 *
 * A signal up says that the blocks of the branch can be read, a signal down that all blocks can. */
#include "../geometry.h"
#include "../patterns/schedule.h"
#include "../topology.h"

struct levels {
  const struct upcr_call *call;
  const struct upcr_places *places;
  int node; /* number of the caller's node */
};

static upcr_pts_t own_dst(const struct levels *l, size_t at) {
  return upcr_part(l->call->dst, upcr_self.mythread, at);
}

enum how { READ, GIVE, TAKE };

/* Moves the blocks of members [at, end) of the places between the destinations of the caller and
 * `other`, those of threads with consecutive numbers at once. */
static void move_rows(const struct levels *l, int other, int at, int end, enum how how,
                      struct upcr_way way) {
  for (int count; at < end; at += count) {
    count = upcr_members_in_row(l->places, at, end);
    size_t n = l->call->nbytes, first = (size_t)l->places->member[at] * n, all = (size_t)count * n;
    upcr_pts_t own = own_dst(l, first), theirs = upcr_part(l->call->dst, other, first);
    if (how == READ)
      upcr_move(own, theirs, all);
    else if (how == GIVE)
      upcr_give(l->call, way, other, theirs, own, all);
    else
      upcr_take(l->call, way, other, own, theirs, all);
  }
}

static int leader_of_region(const struct levels *l, int region) {
  return l->places->member[l->places->region[region]];
}

/* A thread of the caller's region has a block, the leader of another region all of its region. */
static void collect(const struct levels *l, int below) {
  const struct upcr_places *p = l->places;
  int region = p->region_of[below];
  upcr_wait_signal(l->call, below);
  if (region != p->region_of[upcr_self.mythread])
    move_rows(l, below, p->region[region], p->region[region + 1], READ, (struct upcr_way){0});
  else
    upcr_move(own_dst(l, (size_t)below * l->call->nbytes), upcr_part(l->call->src, below, 0),
              l->call->nbytes);
}

/* Leaders of nodes get all by Bruck's concatenation: in step i a leader has the blocks of the
 * min(2^i, nodes) nodes from its own on, and takes those that follow from the node 2^i after it.
 * Blocks lie where they belong, so nothing is turned at the end. */

/* One side of a step: the leader that gives, or takes, the blocks of `count` nodes from `first` on,
 * of which `before_end` come before the last node. */
struct step {
  int other, first, count, before_end;
  struct upcr_way way;
};

static int first_member(const struct levels *l, int node) {
  return l->places->region[l->places->node[node]];
}

static struct step step_of(const struct levels *l, int i, bool takes) {
  int nodes = l->places->nodes, after = upcr_dissemination_to(l->node, nodes, i),
      before = upcr_dissemination_from(l->node, nodes, i), first = takes ? after : l->node,
      other = takes ? after : before, count = upcr_bruck_blocks(nodes, i), left = nodes - first,
      before_end = count < left ? count : left,
      blocks = first_member(l, first + before_end) - first_member(l, first) +
               first_member(l, count - before_end);
  return (struct step){leader_of_region(l, l->places->node[other]), first, count, before_end,
                       upcr_way_of(l->call, false, (size_t)blocks * l->call->nbytes)};
}

static int steps(const struct levels *l) { return upcr_ceil_log(l->places->nodes, 2); }

static void for_steps(const struct levels *l, bool takes,
                      void (*act)(const struct upcr_call *call, struct upcr_way way, int other)) {
  for (int i = 0; i < steps(l); i++) {
    struct step s = step_of(l, i, takes);
    act(l->call, s.way, s.other);
  }
}

static void move_nodes(const struct levels *l, int i, enum how how) {
  struct step s = step_of(l, i, how == TAKE);
  int first = first_member(l, s.first), end = first_member(l, s.first + s.before_end);
  move_rows(l, s.other, first, end, how, s.way);
  move_rows(l, s.other, 0, first_member(l, s.count - s.before_end), how, s.way);
}

static void concatenate(const struct levels *l) {
  for_steps(l, true, upcr_take_begin);
  for_steps(l, false, upcr_give_begin);
  for (int i = 0; i < steps(l); i++) {
    move_nodes(l, i, GIVE);
    move_nodes(l, i, TAKE);
  }
}

static void end_concatenation(const struct levels *l) {
  for_steps(l, true, upcr_take_end);
  for_steps(l, false, upcr_give_end);
}

/* A leader collects the blocks below it. Who gets the data from it has entered: it has signalled
 * that its own blocks can be read. */
static void gather_all(const struct upcr_call *call, const struct upcr_places *places,
                       const struct upcr_node *tree) {
  int me = upcr_self.mythread;
  struct levels l = {call, places, places->node_of[me]};
  size_t n = call->nbytes, all = (size_t)upcr_self.threads * n;
  struct upcr_way down = {.most = all};
  if (leader_of_region(&l, places->region_of[me]) == me)
    upcr_move(own_dst(&l, (size_t)me * n), upcr_part(call->src, me, 0), n);
  for (int c = tree->count - 1; c >= 0; c--)
    collect(&l, tree->child[c]);
  if (tree->parent < 0)
    concatenate(&l);
  else
    upcr_signal(call, tree->parent);
  upcr_pass_down(call, tree, down, 0, all);
  if (tree->parent < 0)
    end_concatenation(&l);
  upcr_pass_end(call, tree, down);
}

void upcr_gather_all_leaders(const struct upcr_call *call) {
  static const struct upcr_algorithm tree = {.shape = UPCR_TREE_COLLECTORS};
  const struct upcr_places *places = upcr_topology();
  gather_all(call, places, upcr_tree_node(&tree, places->member[0]));
}

/* Each thread leads itself: ceil(log2(THREADS)) steps. */
void upcr_gather_all_bruck(const struct upcr_call *call) {
  static const struct upcr_node alone = {.parent = -1};
  gather_all(call, upcr_topology_apart(), &alone);
}
