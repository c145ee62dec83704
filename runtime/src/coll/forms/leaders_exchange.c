/* SPDX-License-Identifier: Apache-2.0 */
/* Exchange over nodes, or over the regions of one node: a leader packs what its group's threads
 * have for another group into one message, leaders exchange messages, and threads take out what is
 * theirs. So there is one message between two groups, where their threads would send one each;
 * groups may be of different sizes. Blocks of threads of one group go straight.
 *
 * Buffers of the leaders: the messages that the group sends, then those that it gets
 * (patterns/places.h). */
#include "../register.h"
#include "../buffer.h"
#include "../copies.h"
#include "leaders.h"
#include "../patterns/schedule.h"

/* Bytes of all messages that the group sends, as many as it gets. */
static size_t messages(const struct upcr_led *g) {
  return (size_t)g->size * (size_t)(upcr_self.threads - g->size) * g->call->nbytes;
}

static size_t message_at(const struct upcr_led *g, int group, int other) {
  return (size_t)upcr_message_first(g->places, group, other) * g->call->nbytes;
}

/* Blocks between threads of the group. */
static void exchange_within(const struct upcr_led *g) {
  int me = upcr_self.mythread;
  size_t n = g->call->nbytes;
  upcr_allow_members(g);
  for (int k = 0; k < g->size; k++) {
    int from = upcr_led_after(g, k);
    upcr_move(upcr_part(g->call->dst, me, (size_t)from * n),
              upcr_part(g->call->src, from, (size_t)me * n), n);
  }
}

/* Puts the caller's blocks for the threads of another group into the message. */
static void pack_message(const struct upcr_led *g, upcr_pts_t message, int other) {
  const int *to = g->places->member + upcr_group_first(g->places, other);
  size_t n = g->call->nbytes;
  for (int k = 0; k < upcr_group_size(g->places, other); k++)
    upcr_move(message + (size_t)upcr_message_block(g->size, g->rank, k) * n,
              upcr_part(g->call->src, upcr_self.mythread, (size_t)to[k] * n), n);
}

static void pack(const struct upcr_led *g, upcr_pts_t sent) {
  for (int other = 0; other < upcr_groups(g->places); other++)
    if (other != g->number)
      pack_message(g, sent + message_at(g, g->number, other), other);
}

/* Takes the caller's blocks out of the message of another group. */
static void unpack_message(const struct upcr_led *g, upcr_pts_t message, int other) {
  int first = upcr_group_first(g->places, other), end = first + upcr_group_size(g->places, other);
  size_t n = g->call->nbytes;
  upcr_pts_t own = message + (size_t)upcr_message_block(end - first, 0, g->rank) * n;
  for (int at = first, count; at < end; at += count) {
    count = upcr_members_in_row(g->places, at, end);
    upcr_move(upcr_part(g->call->dst, upcr_self.mythread, (size_t)g->places->member[at] * n),
              own + (size_t)(at - first) * n, (size_t)count * n);
  }
}

static void unpack(const struct upcr_led *g, upcr_pts_t got) {
  for (int other = 0; other < upcr_groups(g->places); other++)
    if (other != g->number)
      unpack_message(g, got + message_at(g, g->number, other), other);
}

/* All leaders say where their messages are; then each reads those of the groups before its own, the
 * nearest first: no message waits for another. */
static void exchange_messages(const struct upcr_led *g, upcr_pts_t sent, upcr_pts_t got) {
  int groups = upcr_groups(g->places);
  upcr_tell_leaders(g, sent);
  for (int k = 1; k < groups; k++) {
    int before = (g->number - k + groups) % groups, from = upcr_group_leader(g->places, before);
    upcr_pts_t theirs;
    upcr_take_letter(g->call, from, &theirs, sizeof theirs);
    upcr_move(got + message_at(g, g->number, before), theirs + message_at(g, before, g->number),
              (size_t)g->size * (size_t)upcr_group_size(g->places, before) * g->call->nbytes);
    upcr_signal(g->call, from);
  }
  upcr_await_leaders(g);
}

static void lead(const struct upcr_led *g) {
  upcr_pts_t sent = upcr_buffer(), got = sent + messages(g);
  upcr_tell_members(g, sent);
  pack(g, sent);
  upcr_await_members(g);
  exchange_messages(g, sent, got);
  upcr_tell_members(g, got);
  unpack(g, got);
  upcr_await_members(g); /* the buffer is free */
}

static void follow(const struct upcr_led *g) {
  pack(g, upcr_hear_leader(g));
  upcr_answer_leader(g);
  unpack(g, upcr_hear_leader(g));
  upcr_answer_leader(g);
}

size_t upcr_room_of_leader(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_led g = upcr_led_of(call);
  (void)algorithm;
  return upcr_leads(&g) ? 2 * messages(&g) : 0;
}

void upcr_exchange_leaders(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_led g = upcr_led_of(call);
  exchange_within(&g);
  if (upcr_groups(g.places) > 1 && upcr_leads(&g))
    lead(&g);
  else if (upcr_groups(g.places) > 1)
    follow(&g);
  upcr_report_members(&g);
  upcr_buffer_done(algorithm);
}
