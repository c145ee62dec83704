/* SPDX-License-Identifier: Apache-2.0 */
/* Forms by tiers: leaders of nodes speak with each other, and to their nodes by posts, as on one
 * node, whatever memory is far. A fragment goes through both tiers while the next one comes. */
#include "../geometry.h"
#include "../patterns/tree.h"
#include "../stream.h"
#include "../topology.h"

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

/* Where a leader has the data: the source, or its part of dst. */
static upcr_pts_t data_of(const struct upcr_call *call, int leader) {
  return leader == call->root ? call->src : upcr_part(call->dst, leader, 0);
}

static void lead(const struct upcr_call *part, const struct tiers *t, size_t at, size_t n) {
  int me = upcr_self.mythread;
  upcr_pts_t own = upcr_part(part->dst, me, at), from = data_of(part, me) + at;
  if (t->parent >= 0) {
    upcr_wait_signal(part, t->parent);
    upcr_move(own, data_of(part, t->parent) + at, n);
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
    upcr_post_take(upcr_part(part->dst, upcr_self.mythread, at), upcr_post_read(part, t->leader, n),
                   n);
  if (at + n == part->nbytes && t->leader == upcr_self.mythread)
    report(t);
}

void upcr_broadcast_tiers(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct tiers t = tiers_of(call, algorithm);
  upcr_stream(call, upcr_stream_fragment(algorithm, 1), fragment, &t);
}
