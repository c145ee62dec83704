/* SPDX-License-Identifier: Apache-2.0 */
/* Broadcast down a tree, a fragment at a time. Each thread takes a fragment from its parent and
 * gives it to its children; or only leaders of nodes do, and post it to their nodes. */
#include <string.h>

#include "../geometry.h"
#include "../post.h"
#include "../topology.h"

typedef void with_other(const struct upcr_call *call, struct upcr_way way, int other);

static void for_edges(const struct upcr_call *call, const struct upcr_node *node,
                      struct upcr_way way, with_other *parent, with_other *child) {
  if (node->parent >= 0)
    parent(call, way, node->parent);
  for (int c = 0; c < node->count; c++)
    child(call, way, node->child[c]);
}

void upcr_pass_down(const struct upcr_call *call, const struct upcr_node *node, struct upcr_way way,
                    size_t at, size_t n) {
  int me = upcr_self.mythread;
  upcr_pts_t data = upcr_broadcast_data(call, me) + at;
  if (node->parent >= 0)
    upcr_take(call, way, node->parent, upcr_part(call->dst, me, at),
              upcr_broadcast_data(call, node->parent) + at, n);
  for (int c = 0; c < node->count; c++)
    upcr_give(call, way, node->child[c], upcr_part(call->dst, node->child[c], at), data, n);
}

void upcr_pass_end(const struct upcr_call *call, const struct upcr_node *node,
                   struct upcr_way way) {
  for_edges(call, node, way, upcr_take_end, upcr_give_end);
}

static void broadcast(const struct upcr_call *call, bool pushes) {
  const struct upcr_node *node = upcr_tree_node(call->algorithm, call->root);
  struct upcr_cut cut = call->algorithm->cut;
  size_t n = call->nbytes, fragments = upcr_fragment_count(cut, n);
  struct upcr_way way = upcr_way_of(call, pushes, upcr_fragment_length(cut, n));
  for_edges(call, node, way, upcr_take_begin, upcr_give_begin);
  for (size_t i = 0; i < fragments; i++) {
    size_t length, at = upcr_fragment(cut, n, i, &length);
    upcr_pass_down(call, node, way, at, length);
  }
  upcr_move(upcr_part(call->dst, upcr_self.mythread, 0),
            upcr_broadcast_data(call, upcr_self.mythread), n);
  upcr_pass_end(call, node, way);
}

void upcr_broadcast_pull_tree(const struct upcr_call *call) { broadcast(call, false); }
void upcr_broadcast_push_tree(const struct upcr_call *call) { broadcast(call, true); }

/* By tiers: leaders of nodes exchange messages, and pass the data to their nodes by posts, even if
 * other nodes' memory is far. A fragment passes one tier while the next fragment passes the other.
 */

struct tiers {
  const struct upcr_call *call; /* the whole, with its modes */
  struct upcr_way way;          /* of fragments between leaders */
  int leader;                   /* the caller's own */
  bool is_alone;                /* in its node */
  const struct upcr_node *node; /* of a leader */
};

static void find_tiers(struct tiers *t) {
  static const struct upcr_algorithm tree = {.shape = UPCR_TREE_LEADERS, .parameter = 2};
  const struct upcr_places *places = upcr_topology();
  int root = t->call->root, groups = upcr_groups(places),
      own = upcr_group_number(places, upcr_self.mythread);
  t->leader =
      upcr_tree_leader(places, root, (own - upcr_group_number(places, root) + groups) % groups);
  t->is_alone = upcr_group_size(places, own) == 1;
  t->node = upcr_tree_node(&tree, root);
}

static void lead(const struct upcr_call *part, const struct tiers *t, size_t at, size_t n) {
  int me = upcr_self.mythread;
  upcr_pts_t from = upcr_broadcast_data(part, me) + at;
  if (at == 0)
    for_edges(t->call, t->node, t->way, upcr_take_begin, upcr_give_begin);
  upcr_pass_down(part, t->node, t->way, at, n);
  if (!t->is_alone) {
    memcpy(upcr_post_begin(part, n), upcr_reach(from), n);
    upcr_post_all(part);
  }
  upcr_move(upcr_part(part->dst, me, at), from, n);
  if (at + n == part->nbytes)
    upcr_pass_end(t->call, t->node, t->way);
}

static void fragment(const struct upcr_call *part, size_t at, size_t n, void *of) {
  const struct tiers *t = of;
  if (t->leader == upcr_self.mythread)
    lead(part, t, at, n);
  else
    memcpy(upcr_reach(upcr_part(part->dst, upcr_self.mythread, at)),
           upcr_post_read(part, t->leader, n), n);
}

void upcr_broadcast_tiers(const struct upcr_call *call) {
  size_t n = call->nbytes, most = upcr_stream_fragment(call->algorithm, 1);
  struct tiers t = {.call = call, .way = upcr_way_of(call, false, upcr_least(n, most))};
  struct upcr_call parts = *call;
  parts.in = parts.out = UPCR_NOSYNC;
  find_tiers(&t);
  upcr_stream(&parts, most, fragment, &t);
}
