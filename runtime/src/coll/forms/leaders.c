/* SPDX-License-Identifier: Apache-2.0 */
#include "leaders.h"

#include "../copies.h"
#include "../topology.h"

struct upcr_led upcr_led_of(const struct upcr_call *call) {
  struct upcr_led g = {.call = call, .places = upcr_topology()};
  g.number = upcr_group_number(g.places, upcr_self.mythread);
  g.first = upcr_group_first(g.places, g.number);
  g.size = upcr_group_size(g.places, g.number);
  g.rank = upcr_group_rank(g.places, upcr_self.mythread);
  g.leader = g.places->member[g.first];
  return g;
}

void upcr_tell_members(const struct upcr_led *g, upcr_pts_t where) {
  for (int rank = 1; rank < g->size; rank++)
    upcr_send_letter(g->call, upcr_led_member(g, rank), &where, sizeof where);
}

void upcr_await_members(const struct upcr_led *g) {
  for (int rank = 1; rank < g->size; rank++)
    upcr_wait_signal(g->call, upcr_led_member(g, rank));
}

upcr_pts_t upcr_hear_leader(const struct upcr_led *g) {
  upcr_pts_t where;
  upcr_take_letter(g->call, g->leader, &where, sizeof where);
  return where;
}

void upcr_answer_leader(const struct upcr_led *g) { upcr_signal(g->call, g->leader); }

void upcr_tell_leaders(const struct upcr_led *g, upcr_pts_t where) {
  int groups = upcr_groups(g->places);
  for (int k = 1; k < groups; k++)
    upcr_send_letter(g->call, upcr_group_leader(g->places, (g->number + k) % groups), &where,
                     sizeof where);
}

void upcr_await_leaders(const struct upcr_led *g) {
  int groups = upcr_groups(g->places);
  for (int k = 1; k < groups; k++)
    upcr_wait_signal(g->call, upcr_group_leader(g->places, (g->number + k) % groups));
}

void upcr_allow_members(const struct upcr_led *g) {
  for (int k = 1; k < g->size; k++)
    upcr_allow(g->call, upcr_led_after(g, k));
  for (int k = 1; k < g->size; k++)
    upcr_await_allowed(g->call, upcr_led_after(g, k));
}

void upcr_report_members(const struct upcr_led *g) {
  for (int k = 1; k < g->size; k++)
    upcr_report(g->call, upcr_led_after(g, k));
  for (int k = 1; k < g->size; k++)
    upcr_await_report(g->call, upcr_led_after(g, k));
}

/* Copies row after row; `to_array`: from `packed`. */
static void copy_rows(const struct upcr_led *g, upcr_pts_t packed, upcr_pts_t array,
                      bool to_array) {
  size_t n = g->call->nbytes;
  for (int rank = 0, count; rank < g->size; rank += count) {
    upcr_pts_t here = packed + (size_t)rank * n,
               there = array + (size_t)upcr_led_member(g, rank) * n;
    count = upcr_members_in_row(g->places, g->first + rank, g->first + g->size);
    upcr_move(to_array ? there : here, to_array ? here : there, (size_t)count * n);
  }
}

void upcr_pack_group(const struct upcr_led *g, upcr_pts_t packed, upcr_pts_t array) {
  copy_rows(g, packed, array, false);
}

void upcr_unpack_group(const struct upcr_led *g, upcr_pts_t array, upcr_pts_t packed) {
  copy_rows(g, packed, array, true);
}
