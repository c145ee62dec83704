/* SPDX-License-Identifier: Apache-2.0 */
/* Broadcast down a tree, a fragment at a time: each thread takes from its parent, and gives to its
 * children; or leaders of nodes do, and post to their nodes. */
#include "../geometry.h"
#include "../patterns/tree.h"
#include "../register.h"
#include "../post.h"
#include "../topology.h"

static void broadcast(const struct upcr_call *call, const struct upcr_algorithm *algorithm,
                      bool pushes) {
  const struct upcr_node *node = upcr_tree_node(algorithm, call->root);
  int me = upcr_self.mythread;
  upcr_pts_t own = upcr_part(call->dst, me, 0), data = upcr_broadcast_data(call, me);
  size_t n = call->nbytes, fragments = upcr_fragment_count(algorithm->cut, n);
  struct upcr_way way = upcr_way_of(call, pushes, upcr_fragment_length(algorithm->cut, n));
  if (node->parent >= 0)
    upcr_take_begin(call, way, node->parent);
  for (int c = 0; c < node->count; c++)
    upcr_give_begin(call, way, node->child[c]);
  for (size_t i = 0; i < fragments; i++) {
    size_t length, at = upcr_fragment(algorithm->cut, n, i, &length);
    if (node->parent >= 0)
      upcr_take(call, way, node->parent, own + at, upcr_broadcast_data(call, node->parent) + at,
                length);
    for (int c = 0; c < node->count; c++)
      upcr_give(call, way, node->child[c], upcr_part(call->dst, node->child[c], at), data + at,
                length);
  }
  upcr_move(own, data, n);
  if (node->parent >= 0)
    upcr_take_end(call, way, node->parent);
  for (int c = 0; c < node->count; c++)
    upcr_give_end(call, way, node->child[c]);
}

void upcr_broadcast_pull_tree(const struct upcr_call *call,
                              const struct upcr_algorithm *algorithm) {
  broadcast(call, algorithm, false);
}

void upcr_broadcast_push_tree(const struct upcr_call *call,
                              const struct upcr_algorithm *algorithm) {
  broadcast(call, algorithm, true);
}

/* By tiers: leaders of nodes speak with each other, and to their nodes by posts, as on one node,
 * whatever memory is far. A fragment goes through both tiers while the next one comes. */

enum { CHILDREN = 32 /* of a binomial tree over as many nodes as an int can count */ };

struct tiers {
  const struct upcr_call *call;
  struct upcr_way way;                   /* of fragments between leaders */
  struct upcr_group group;               /* of the leaders */
  int leader;                            /* the caller's own */
  bool is_alone;                         /* in its node */
  int parent, children, child[CHILDREN]; /* threads, of a leader; parent -1: the root */
};

static struct tiers tiers_of(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  const struct upcr_places *places = upcr_topology();
  struct tiers t = {.call = call, .group = upcr_group_of(call, algorithm), .parent = -1};
  int groups = t.group.count, own = upcr_group_number(places, upcr_self.mythread);
  t.leader =
      upcr_group_thread(&t.group, (own - upcr_group_number(places, call->root) + groups) % groups);
  t.is_alone = upcr_group_size(places, own) == 1;
  if (t.group.rank > 0)
    t.parent = upcr_group_thread(&t.group, upcr_knomial_parent(t.group.rank, 2));
  if (t.group.rank >= 0)
    t.children = upcr_knomial_children(t.group.rank, groups, 2, t.child);
  for (int c = 0; c < t.children; c++)
    t.child[c] = upcr_group_thread(&t.group, t.child[c]);
  return t;
}

static void lead(const struct upcr_call *part, const struct tiers *t, size_t at, size_t n) {
  int me = upcr_self.mythread;
  upcr_pts_t own = upcr_part(part->dst, me, at), from = upcr_broadcast_data(part, me) + at;
  if (t->parent >= 0)
    upcr_take(part, t->way, t->parent, own, upcr_broadcast_data(part, t->parent) + at, n);
  for (int c = 0; c < t->children; c++)
    upcr_give(part, t->way, t->child[c], upcr_part(part->dst, t->child[c], at), from, n);
  if (!t->is_alone) {
    upcr_post_fill(part, upcr_reach(from), n);
    upcr_post_all(part);
  }
  upcr_move(own, from, n);
}

/* What MYSYNC asks for between leaders. */
static void begin(const struct tiers *t) {
  if (t->parent >= 0)
    upcr_take_begin(t->call, t->way, t->parent);
  for (int c = 0; c < t->children; c++)
    upcr_give_begin(t->call, t->way, t->child[c]);
}

static void end(const struct tiers *t) {
  if (t->parent >= 0)
    upcr_take_end(t->call, t->way, t->parent);
  for (int c = 0; c < t->children; c++)
    upcr_give_end(t->call, t->way, t->child[c]);
}

static void fragment(const struct upcr_call *part, size_t at, size_t n, void *of) {
  const struct tiers *t = of;
  bool leads = t->leader == upcr_self.mythread;
  if (leads && at == 0)
    begin(t);
  if (leads)
    lead(part, t, at, n);
  else
    upcr_post_take(upcr_reach(upcr_part(part->dst, upcr_self.mythread, at)),
                   upcr_post_read(part, t->leader, n), n);
  if (leads && at + n == part->nbytes)
    end(t);
}

void upcr_broadcast_tiers(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct tiers t = tiers_of(call, algorithm);
  size_t most = upcr_stream_fragment(algorithm, 1);
  t.way = upcr_way_of(call, false, call->nbytes < most ? call->nbytes : most);
  upcr_stream(call, most, fragment, &t);
}
