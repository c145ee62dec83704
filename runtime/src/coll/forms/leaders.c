/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of a tier, with the signals and letters between them. */
#include "leaders.h"

struct upcr_tier upcr_tier_of(const struct upcr_call *call) {
  struct upcr_tier g = {.call = call, .places = upcr_topology()};
  g.number = upcr_group_number(g.places, upcr_self.mythread);
  g.first = upcr_group_first(g.places, g.number);
  g.size = upcr_group_size(g.places, g.number);
  g.rank = upcr_group_rank(g.places, upcr_self.mythread);
  g.leader = g.places->member[g.first];
  g.groups = upcr_groups(g.places);
  return g;
}

void upcr_for_members(const struct upcr_tier *g,
                      void (*step)(const struct upcr_call *call, int other)) {
  for (int k = 1; k < g->size; k++)
    step(g->call, upcr_tier_member_after(g, k));
}

void upcr_allow_members(const struct upcr_tier *g) {
  upcr_for_members(g, upcr_allow);
  upcr_for_members(g, upcr_await_allowed);
}

struct upcr_member_row upcr_member_row_at(const struct upcr_tier *g, int group, int rank) {
  int first = upcr_group_first(g->places, group), end = first + upcr_group_size(g->places, group);
  size_t n = g->call->nbytes;
  if (first + rank == end)
    return (struct upcr_member_row){.count = 0};
  int count = upcr_members_in_row(g->places, first + rank, end);
  return (struct upcr_member_row){rank, count, (size_t)g->places->member[first + rank] * n,
                                  (size_t)rank * n, (size_t)count * n};
}

struct upcr_member_row upcr_piece_at(const struct upcr_tier *g, int of, size_t n, int rank) {
  return of == UPCR_ONE_PIECE ? (struct upcr_member_row){.count = rank == 0, .n = n}
                              : upcr_member_row_at(g, of, rank);
}

/* Letters bring a short message; else its receiver has named the place. */
static struct upcr_way way_of_message(size_t n) {
  return (struct upcr_way){.pushes = true, .by_letter = n <= upcr_far_letter_most(), .most = n};
}

static bool needs_place(int other, size_t n) {
  return upcr_mover(way_of_message(n), other) != UPCR_LETTER_BRINGS;
}

void upcr_offer_place(const struct upcr_tier *g, int sender, struct upcr_message m) {
  if (needs_place(sender, m.n))
    upcr_send_letter(g->call, sender, &m.place, sizeof m.place);
}

void upcr_send_message(const struct upcr_tier *g, int receiver, int of, upcr_pts_t data, size_t n) {
  upcr_pts_t theirs = 0;
  if (needs_place(receiver, n))
    upcr_take_letter(g->call, receiver, &theirs, sizeof theirs);
  UPCR_FOR_PIECES(r, g, of, n) {
    upcr_give(g->call, way_of_message(n), receiver, theirs + r.packed_at, data + r.at, r.n);
  }
}

void upcr_take_message(const struct upcr_tier *g, int sender, struct upcr_message m) {
  UPCR_FOR_PIECES(r, g, m.of, m.n) {
    upcr_take(g->call, way_of_message(m.n), sender, m.place + r.packed_at, 0, r.n);
  }
}

/* A letter names a place whose data are complete; a signal says that its sender no longer needs the
 * place. Members write only after they know the place, so never to a buffer that an earlier call
 * still needs. */
static void lead_members(const struct upcr_tier *g, upcr_pts_t where, upcr_tier_step *work) {
  for (int rank = 1; rank < g->size; rank++)
    upcr_send_letter(g->call, upcr_tier_member(g, rank), &where, sizeof where);
  work(g, where);
  for (int rank = 1; rank < g->size; rank++)
    upcr_wait_signal(g->call, upcr_tier_member(g, rank));
}

/* Leaders write to each other only at places that letters have named. */
static void notify_leaders(const struct upcr_tier *g, const struct upcr_tier_steps *steps,
                           upcr_pts_t buffer) {
  UPCR_FOR_OTHERS(other, g) {
    upcr_offer_place(g, upcr_tier_leader(g, other), steps->expects(g, buffer, other));
  }
}

static void lead(const struct upcr_tier *g, const struct upcr_tier_steps *steps) {
  upcr_pts_t where = upcr_buffer();
  if (steps->expects)
    notify_leaders(g, steps, where);
  if (steps->give)
    lead_members(g, where, steps->give);
  where = steps->between(g, where);
  if (steps->take && where)
    lead_members(g, where, steps->take);
}

static void follow_leader(const struct upcr_tier *g, upcr_tier_step *work) {
  upcr_pts_t where;
  upcr_take_letter(g->call, g->leader, &where, sizeof where);
  work(g, where);
  upcr_signal(g->call, g->leader);
}

static void follow(const struct upcr_tier *g, const struct upcr_tier_steps *steps) {
  if (steps->give)
    follow_leader(g, steps->give);
  if (steps->take)
    follow_leader(g, steps->take);
}

void upcr_run_tier(const struct upcr_tier *g, const struct upcr_tier_steps *steps) {
  if (upcr_tier_leads(g))
    lead(g, steps);
  else
    follow(g, steps);
}
