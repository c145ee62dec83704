/* SPDX-License-Identifier: Apache-2.0 */
/* Gather to all over the levels of the machine: the leader of each region collects its threads'
 * blocks, that of each node those of its regions, leaders of nodes concatenate whole nodes' blocks,
 * and everything goes down the same way. So one thread a node uses the links between nodes, and
 * each block comes to a node once. Nodes and regions may have different numbers of threads.
 *
 * Every copy is a read. A signal up says that the blocks of the branch can be read, one down that
 * all can. */
#include "../register.h"
#include "../copies.h"
#include "../patterns/places.h"
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

/* What is done with n bytes at `at` of the destinations of the caller and `other`: blocks of
 * threads with consecutive numbers. */
typedef void row_function(const struct levels *l, int other, size_t at, size_t n,
                          struct upcr_way way);

static upcr_pts_t place(const struct levels *l, int thread, size_t at) {
  return upcr_part(l->call->dst, thread, at);
}

static void read_row(const struct levels *l, int other, size_t at, size_t n, struct upcr_way way) {
  (void)way;
  upcr_move(place(l, upcr_self.mythread, at), place(l, other, at), n);
}

static void give_row(const struct levels *l, int other, size_t at, size_t n, struct upcr_way way) {
  upcr_give(l->call, way, other, place(l, other, at), place(l, upcr_self.mythread, at), n);
}

static void take_row(const struct levels *l, int other, size_t at, size_t n, struct upcr_way way) {
  upcr_take(l->call, way, other, place(l, upcr_self.mythread, at), place(l, other, at), n);
}

/* The blocks of members [at, end) of the places. */
static void for_rows(const struct levels *l, int other, int at, int end, row_function *row,
                     struct upcr_way way) {
  for (int count; at < end; at += count) {
    count = upcr_members_in_row(l->places, at, end);
    row(l, other, (size_t)l->places->member[at] * l->call->nbytes, (size_t)count * l->call->nbytes,
        way);
  }
}

static void read_region(const struct levels *l, int from, int region) {
  for_rows(l, from, l->places->region[region], l->places->region[region + 1], read_row,
           (struct upcr_way){0});
}

/* Calls step for the caller's region's other threads, then, where it leads its node, for the
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

/* Of a region that `below` leads, or its own block (-1). */
static void collect(const struct levels *l, int below, int region) {
  upcr_wait_signal(l->call, below);
  if (region >= 0)
    read_region(l, below, region);
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

/* Leaders of nodes, which have their own nodes' blocks, get all by Bruck's concatenation: in step i
 * a leader has the blocks of the min(2^i, nodes) nodes from its own on, and takes those that follow
 * from the node 2^i after it. Blocks lie where they belong, so nothing is turned at the end. */

static int first_member(const struct levels *l, int node) {
  return l->places->region[l->places->node[node]];
}

/* Of a step: the leader that gives, or takes, the blocks of `count` nodes from `first` on, of which
 * so many come before the end. */
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

static void for_nodes(const struct levels *l, const struct step *s, row_function *row) {
  for_rows(l, s->other, first_member(l, s->first), first_member(l, s->first + s->before_end), row,
           s->way);
  for_rows(l, s->other, 0, first_member(l, s->count - s->before_end), row, s->way);
}

static void concatenate(const struct levels *l, const struct concatenation *c) {
  for (int i = 0; i < c->steps; i++)
    upcr_take_begin(l->call, c->take[i].way, c->take[i].other);
  for (int i = 0; i < c->steps; i++)
    upcr_give_begin(l->call, c->give[i].way, c->give[i].other);
  for (int i = 0; i < c->steps; i++) {
    for_nodes(l, &c->give[i], give_row);
    for_nodes(l, &c->take[i], take_row);
  }
}

static void end_concatenation(const struct levels *l, const struct concatenation *c) {
  for (int i = 0; i < c->steps; i++)
    upcr_take_end(l->call, c->take[i].way, c->take[i].other);
  for (int i = 0; i < c->steps; i++)
    upcr_give_end(l->call, c->give[i].way, c->give[i].other);
}

/* Gives what the caller has to the leader above, and gets all from it. */
static void meet_leader(const struct levels *l, int leader) {
  upcr_signal(l->call, leader);
  upcr_wait_signal(l->call, leader);
  read_row(l, leader, 0, (size_t)upcr_self.threads * l->call->nbytes, (struct upcr_way){0});
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

void upcr_gather_all_leaders(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  gather_all(call, upcr_topology());
}

/* Each thread leads itself: ceil(log2(THREADS)) steps. */
void upcr_gather_all_bruck(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  gather_all(call, upcr_topology_apart());
}
