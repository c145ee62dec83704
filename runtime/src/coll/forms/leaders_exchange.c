/* SPDX-License-Identifier: Apache-2.0 */
/* Exchange by leaders: blocks between threads of a node are copied directly, others go in one
 * message between two groups. A leader's buffer has the messages that the group sends, then those
 * that it receives. */
#include "../geometry.h"
#include "leaders.h"

static void report_members(const struct upcr_tier *g) {
  upcr_for_members(g, upcr_report);
  upcr_for_members(g, upcr_await_report);
}

static size_t messages(const struct upcr_tier *g) {
  return (size_t)g->size * (size_t)(upcr_self.threads - g->size) * g->call->nbytes;
}

static size_t message_at(const struct upcr_tier *g, int group, int other) {
  return (size_t)upcr_message_first(g->places, group, other) * g->call->nbytes;
}

static void exchange_within(const struct upcr_tier *g) {
  upcr_allow_members(g);
  for (int k = 0; k < g->size; k++) {
    struct upcr_block block =
        upcr_block_between(g->call, upcr_tier_member_after(g, k), upcr_self.mythread);
    upcr_move(block.dst, block.src, g->call->nbytes);
  }
}

/* Puts the caller's blocks for the threads of other groups into the messages. */
static void pack(const struct upcr_tier *g, upcr_pts_t sent) {
  size_t n = g->call->nbytes;
  UPCR_FOR_OTHERS(other, g) {
    const int *to = g->places->member + upcr_group_first(g->places, other);
    upcr_pts_t message = sent + message_at(g, g->number, other);
    for (int k = 0; k < upcr_group_size(g->places, other); k++)
      upcr_move(message + (size_t)upcr_message_block(g->size, g->rank, k) * n,
                upcr_part(g->call->src, upcr_self.mythread, (size_t)to[k] * n), n);
  }
}

/* Takes the caller's blocks out of the messages. */
static void unpack(const struct upcr_tier *g, upcr_pts_t got) {
  UPCR_FOR_OTHERS(other, g) {
    long first = upcr_message_block(upcr_group_size(g->places, other), 0, g->rank);
    upcr_pts_t own = got + message_at(g, g->number, other) + (size_t)first * g->call->nbytes;
    UPCR_FOR_ROWS(r, g, other)
    upcr_move(upcr_part(g->call->dst, upcr_self.mythread, r.at), own + r.packed_at, r.n);
  }
}

static size_t message_bytes(const struct upcr_tier *g, int other) {
  return upcr_tier_bytes(g, g->number) * (size_t)upcr_group_size(g->places, other);
}

static struct upcr_message message_of(const struct upcr_tier *g, upcr_pts_t sent, int other) {
  return (struct upcr_message){sent + messages(g) + message_at(g, g->number, other), UPCR_ONE_PIECE,
                               message_bytes(g, other)};
}

static upcr_pts_t exchange_messages(const struct upcr_tier *g, upcr_pts_t sent) {
  UPCR_FOR_OTHERS(other, g)
  upcr_send_message(g, upcr_tier_leader(g, other), UPCR_ONE_PIECE,
                    sent + message_at(g, g->number, other), message_bytes(g, other));
  UPCR_FOR_OTHERS(other, g)
  upcr_take_message(g, upcr_tier_leader(g, other), message_of(g, sent, other));
  return sent + messages(g);
}

size_t upcr_room_of_leader(const struct upcr_call *call) {
  struct upcr_tier g = upcr_tier_of(call);
  return upcr_tier_leads(&g) ? 2 * messages(&g) : 0;
}

void upcr_exchange_leaders(const struct upcr_call *call) {
  static const struct upcr_tier_steps steps = {pack, unpack, exchange_messages, message_of};
  struct upcr_tier g = upcr_tier_of(call);
  exchange_within(&g);
  if (g.groups > 1)
    upcr_run_tier(&g, &steps);
  report_members(&g);
}
