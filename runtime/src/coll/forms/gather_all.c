/* SPDX-License-Identifier: Apache-2.0 */
/* gather_all over the levels of the machine: the leader of each region collects its threads'
 * blocks, the leader of each node those of its regions. Leaders of nodes concatenate the blocks of
 * whole nodes, and all blocks go down the same way.
 *
 * A signal up says that the blocks of the branch can be read, a signal down that all blocks can. */
#include "../copies.h"
#include "../patterns/schedule.h"
#include "../topology.h"

struct levels {
  const struct upcr_call *call;
  const struct upcr_places *places;
  int region, region_leader, node, node_leader; /* the caller's */
};

static int leader_of_region(const struct levels *l, int region) {
  return l->places->member[l->places->region[region]];
}
static int leader_of_node(const struct levels *l, int node) {
  return leader_of_region(l, l->places->node[node]);
}

static struct levels levels_of(const struct upcr_call *call, const struct upcr_places *places) {
  struct levels l = {.call = call, .places = places};
  l.region = l.places->region_of[upcr_self.mythread];
  l.node = l.places->node_of[upcr_self.mythread];
  l.region_leader = leader_of_region(&l, l.region);
  l.node_leader = leader_of_node(&l, l.node);
  return l;
}

enum how { READ, GIVE, TAKE };

/* Moves the blocks of members [at, end) of the places between the destinations of the caller and
 * `other`, those of threads with consecutive numbers at once. */
static void move_rows(const struct levels *l, int other, int at, int end, enum how how,
                      struct upcr_way way) {
  for (int count; at < end; at += count) {
    count = upcr_members_in_row(l->places, at, end);
    size_t n = l->call->nbytes, first = (size_t)l->places->member[at] * n, all = (size_t)count * n;
    upcr_pts_t own = upcr_part(l->call->dst, upcr_self.mythread, first),
               theirs = upcr_part(l->call->dst, other, first);
    if (how == READ)
      upcr_move(own, theirs, all);
    else if (how == GIVE)
      upcr_give(l->call, way, other, theirs, own, all);
    else
      upcr_take(l->call, way, other, own, theirs, all);
  }
}

/* For the caller's region's other threads (region -1), then, where it leads its node, for the
 * leaders of the node's other regions. */
static void for_each_below(const struct levels *l,
                           void (*step)(const struct levels *l, int below, int region)) {
  const struct upcr_places *p = l->places;
  for (int at = p->region[l->region] + 1; at < p->region[l->region + 1]; at++)
    step(l, p->member[at], -1);
  if (upcr_self.mythread != l->node_leader)
    return;
  for (int region = p->node[l->node] + 1; region < p->node[l->node + 1]; region++)
    step(l, leader_of_region(l, region), region);
}

static void collect(const struct levels *l, int below, int region) {
  upcr_wait_signal(l->call, below);
  if (region >= 0)
    move_rows(l, below, l->places->region[region], l->places->region[region + 1], READ,
              (struct upcr_way){0});
  else
    upcr_move(upcr_part(l->call->dst, upcr_self.mythread, (size_t)below * l->call->nbytes),
              upcr_part(l->call->src, below, 0), l->call->nbytes);
}

static void announce(const struct levels *l, int below, int region) {
  (void)region;
  upcr_signal(l->call, below);
}

static void await_readers(const struct levels *l, int below, int region) {
  (void)region;
  upcr_await_report(l->call, below);
}

/* Leaders of nodes get all by Bruck's concatenation: in step i a leader has the blocks of the
 * min(2^i, nodes) nodes from its own on, and takes those that follow from the node 2^i after it.
 * Blocks lie where they belong, so nothing is turned at the end. */

static int first_member(const struct levels *l, int node) {
  return l->places->region[l->places->node[node]];
}

/* One side of a step: the leader that gives, or takes, the blocks of `count` nodes from `first` on,
 * of which `before_end` come before the last node. */
struct step {
  int other, first, count, before_end;
  struct upcr_way way;
};

static struct step step_of(const struct levels *l, int other, int first, int count) {
  int left = l->places->nodes - first, before_end = count < left ? count : left,
      blocks = first_member(l, first + before_end) - first_member(l, first) +
               first_member(l, count - before_end);
  return (struct step){leader_of_node(l, other), first, count, before_end,
                       upcr_way_of(l->call, false, (size_t)blocks * l->call->nbytes)};
}

enum { STEPS = 32 /* as many as there are bits in a number of nodes */ };

struct concatenation {
  int steps;
  struct step give[STEPS], take[STEPS];
};

static void plan_concatenation(const struct levels *l, struct concatenation *c) {
  int nodes = l->places->nodes;
  c->steps = upcr_ceil_log(nodes, 2);
  for (int i = 0; i < c->steps; i++) {
    int count = upcr_bruck_blocks(nodes, i), from = upcr_dissemination_to(l->node, nodes, i);
    c->give[i] = step_of(l, upcr_dissemination_from(l->node, nodes, i), l->node, count);
    c->take[i] = step_of(l, from, from, count);
  }
}

static void for_nodes(const struct levels *l, const struct step *s, enum how how) {
  int first = first_member(l, s->first), end = first_member(l, s->first + s->before_end);
  move_rows(l, s->other, first, end, how, s->way);
  move_rows(l, s->other, 0, first_member(l, s->count - s->before_end), how, s->way);
}

static void concatenate(const struct levels *l, const struct concatenation *c) {
  for (int i = 0; i < c->steps; i++)
    upcr_take_begin(l->call, c->take[i].way, c->take[i].other);
  for (int i = 0; i < c->steps; i++)
    upcr_give_begin(l->call, c->give[i].way, c->give[i].other);
  for (int i = 0; i < c->steps; i++) {
    for_nodes(l, &c->give[i], GIVE);
    for_nodes(l, &c->take[i], TAKE);
  }
}

static void end_concatenation(const struct levels *l, const struct concatenation *c) {
  for (int i = 0; i < c->steps; i++)
    upcr_take_end(l->call, c->take[i].way, c->take[i].other);
  for (int i = 0; i < c->steps; i++)
    upcr_give_end(l->call, c->give[i].way, c->give[i].other);
}

static void meet_leader(const struct levels *l, int leader) {
  upcr_signal(l->call, leader);
  upcr_wait_signal(l->call, leader);
  upcr_move(upcr_part(l->call->dst, upcr_self.mythread, 0), upcr_part(l->call->dst, leader, 0),
            (size_t)upcr_self.threads * l->call->nbytes);
  upcr_report(l->call, leader);
}

static void lead(const struct levels *l) {
  int me = upcr_self.mythread;
  struct concatenation c;
  upcr_move(upcr_part(l->call->dst, me, (size_t)me * l->call->nbytes),
            upcr_part(l->call->src, me, 0), l->call->nbytes);
  for_each_below(l, collect);
  if (me == l->node_leader) {
    plan_concatenation(l, &c);
    concatenate(l, &c);
  } else
    meet_leader(l, l->node_leader);
  for_each_below(l, announce);
  if (me == l->node_leader)
    end_concatenation(l, &c);
  for_each_below(l, await_readers);
}

static void gather_all(const struct upcr_call *call, const struct upcr_places *places) {
  struct levels l = levels_of(call, places);
  if (upcr_self.mythread == l.region_leader)
    lead(&l);
  else
    meet_leader(&l, l.region_leader);
}

void upcr_gather_all_leaders(const struct upcr_call *call) { gather_all(call, upcr_topology()); }

/* Each thread leads itself: ceil(log2(THREADS)) steps. */
void upcr_gather_all_bruck(const struct upcr_call *call) {
  gather_all(call, upcr_topology_apart());
}
