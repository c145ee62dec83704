/* SPDX-License-Identifier: Apache-2.0 */
/* Scatter and gather over nodes. A leader of each node but the root's moves the blocks of all its
 * threads between the root's array and a buffer, from which its threads read theirs, or to which
 * they write them. So a node speaks once where its threads have consecutive numbers, and once for
 * each row of such numbers else. Threads of the root's node use the root's array. */
#include "../register.h"
#include "../buffer.h"
#include "../copies.h"
#include "leaders.h"

static bool has_root(const struct upcr_led *g) {
  return upcr_group_number(g->places, g->call->root) == g->number;
}

/* The caller's block, between its own part of dst or src and `there`. */
static void move_block(const struct upcr_led *g, upcr_pts_t there) {
  bool scatters = g->call->which == UPCR_ALL_SCATTER;
  upcr_pts_t own = upcr_part(scatters ? g->call->dst : g->call->src, upcr_self.mythread, 0);
  upcr_move(scatters ? own : there, scatters ? there : own, g->call->nbytes);
}

static void move_at_root(const struct upcr_led *g) {
  upcr_pts_t array = g->call->which == UPCR_ALL_SCATTER ? g->call->src : g->call->dst;
  upcr_await_allowed(g->call, g->call->root);
  move_block(g, array + (size_t)upcr_self.mythread * g->call->nbytes);
  upcr_report(g->call, g->call->root);
}

/* Calls `edge` for those who touch the root's array. */
static void for_each_user(const struct upcr_led *g,
                          void (*edge)(const struct upcr_call *call, int other)) {
  for (int k = 1; k < g->size; k++)
    edge(g->call, upcr_led_after(g, k));
  for (int other = 0; other < upcr_groups(g->places); other++)
    if (other != g->number)
      edge(g->call, upcr_group_leader(g->places, other));
}

static void be_root(const struct upcr_led *g) {
  for_each_user(g, upcr_allow);
  move_at_root(g);
  for_each_user(g, upcr_await_report);
}

static void lead_scatter(const struct upcr_led *g, upcr_pts_t packed) {
  upcr_await_allowed(g->call, g->call->root);
  upcr_pack_group(g, packed, g->call->src);
  upcr_report(g->call, g->call->root);
  upcr_tell_members(g, packed);
  move_block(g, packed);
  upcr_await_members(g);
}

/* Members write when they have heard where, so never to a buffer that a call before still needs. */
static void lead_gather(const struct upcr_led *g, upcr_pts_t packed) {
  upcr_tell_members(g, packed);
  move_block(g, packed);
  upcr_await_members(g);
  upcr_await_allowed(g->call, g->call->root);
  upcr_unpack_group(g, g->call->dst, packed);
  upcr_report(g->call, g->call->root);
}

static void follow(const struct upcr_led *g) {
  move_block(g, upcr_hear_leader(g) + (size_t)g->rank * g->call->nbytes);
  upcr_answer_leader(g);
}

size_t upcr_room_of_group(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_led g = upcr_led_of(call);
  (void)algorithm;
  return upcr_leads(&g) && !has_root(&g) ? (size_t)g.size * call->nbytes : 0;
}

void upcr_flat_leaders(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_led g = upcr_led_of(call);
  if (upcr_self.mythread == call->root)
    be_root(&g);
  else if (has_root(&g))
    move_at_root(&g);
  else if (!upcr_leads(&g))
    follow(&g);
  else if (call->which == UPCR_ALL_SCATTER)
    lead_scatter(&g, upcr_buffer());
  else
    lead_gather(&g, upcr_buffer());
  upcr_buffer_done(algorithm);
}
