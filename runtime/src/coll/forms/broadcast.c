/* SPDX-License-Identifier: Apache-2.0 */
/* Broadcast down a tree, a fragment at a time: each thread copies from its parent, or writes to its
 * children; or leaders of nodes do, and post to their nodes. */
#include "../geometry.h"
#include "../patterns/tree.h"
#include "../register.h"
#include "../post.h"
#include "../topology.h"

static void copy(const struct upcr_call *call, const struct upcr_node *node, struct upcr_cut cut,
                 size_t i) {
  size_t length, at = upcr_fragment(cut, call->nbytes, i, &length);
  if (node->parent >= 0) {
    upcr_wait_signal(call, node->parent);
    upcr_move(upcr_part(call->dst, upcr_self.mythread, at),
              upcr_broadcast_data(call, node->parent) + at, length);
  }
  for (int c = 0; c < node->count; c++)
    upcr_signal(call, node->child[c]);
}

/* A fragment's signal says that the parent has entered, and has it. */
void upcr_broadcast_pull_tree(const struct upcr_call *call,
                              const struct upcr_algorithm *algorithm) {
  const struct upcr_node *node = upcr_tree_node(algorithm, call->root);
  size_t fragments = upcr_fragment_count(algorithm->cut, call->nbytes);
  for (size_t i = 0; i < fragments; i++)
    copy(call, node, algorithm->cut, i);
  if (upcr_self.mythread == call->root)
    upcr_move(upcr_part(call->dst, call->root, 0), call->src, call->nbytes);
  if (node->parent >= 0)
    upcr_report(call, node->parent);
  for (int c = 0; c < node->count; c++)
    upcr_await_report(call, node->child[c]);
}

static void pass_on(const struct upcr_call *call, int child, upcr_pts_t from, size_t at,
                    size_t length) {
  upcr_move(upcr_part(call->dst, child, at), from + at, length);
  upcr_signal(call, child);
}

/* A fragment's signal says that it is there; the last one, that the parent is done. */
void upcr_broadcast_push_tree(const struct upcr_call *call,
                              const struct upcr_algorithm *algorithm) {
  const struct upcr_node *node = upcr_tree_node(algorithm, call->root);
  upcr_pts_t own = upcr_part(call->dst, upcr_self.mythread, 0),
             from = node->parent < 0 ? call->src : own;
  size_t fragments = upcr_fragment_count(algorithm->cut, call->nbytes);
  if (node->parent >= 0)
    upcr_allow(call, node->parent);
  for (int c = 0; c < node->count; c++)
    upcr_await_allowed(call, node->child[c]);
  for (size_t i = 0; i < fragments; i++) {
    size_t length, at = upcr_fragment(algorithm->cut, call->nbytes, i, &length);
    if (node->parent >= 0)
      upcr_wait_signal(call, node->parent);
    for (int c = 0; c < node->count; c++)
      pass_on(call, node->child[c], from, at, length);
  }
  upcr_move(own, from, call->nbytes);
}

/* By tiers: leaders of nodes speak with each other, and to their nodes by posts, as on one node,
 * whatever memory is far. A fragment goes through both tiers while the next one comes. */

enum { CHILDREN = 32 /* of a binomial tree over as many nodes as an int can count */ };

struct tiers {
  const struct upcr_call *call;
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
  if (t->parent >= 0) {
    upcr_wait_signal(part, t->parent);
    upcr_move(own, upcr_broadcast_data(part, t->parent) + at, n);
  }
  for (int c = 0; c < t->children; c++)
    upcr_signal(part, t->child[c]);
  if (!t->is_alone) {
    upcr_post_fill(part, upcr_reach(from), n);
    upcr_post_all(part);
  }
  upcr_move(own, from, n);
}

/* What MYSYNC asks for of those who have read from another leader. */
static void report(const struct tiers *t) {
  if (t->parent >= 0)
    upcr_report(t->call, t->parent);
  for (int c = 0; c < t->children; c++)
    upcr_await_report(t->call, t->child[c]);
}

static void fragment(const struct upcr_call *part, size_t at, size_t n, void *of) {
  const struct tiers *t = of;
  if (t->leader == upcr_self.mythread)
    lead(part, t, at, n);
  else
    upcr_post_take(upcr_reach(upcr_part(part->dst, upcr_self.mythread, at)),
                   upcr_post_read(part, t->leader, n), n);
  if (at + n == part->nbytes && t->leader == upcr_self.mythread)
    report(t);
}

void upcr_broadcast_tiers(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct tiers t = tiers_of(call, algorithm);
  upcr_stream(call, upcr_stream_fragment(algorithm, 1), fragment, &t);
}
