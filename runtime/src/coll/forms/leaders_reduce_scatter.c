/* SPDX-License-Identifier: Apache-2.0 */
/* Reduce and scatter over nodes: the threads of a node fold their vectors, each a share of them,
 * into a buffer of their leader; between two nodes each leader reads the slices of its own threads
 * from the other's sum, and its threads take their slices from what it has folded. So there is one
 * message between two nodes, of one node's slices.
 *
 * Buffers of a leader: the node's sum of whole vectors, then its threads' slices of the result,
 * then those that another leader gave, both in the order of ranks. */
#include "../register.h"
#include "../buffer.h"
#include "../copies.h"
#include "leaders.h"
#include "../patterns/schedule.h"
#include "../reduce/vector.h"

static size_t vector_bytes(const struct upcr_led *g) {
  return (size_t)upcr_self.threads * g->call->nbytes;
}
static size_t slices_bytes(const struct upcr_led *g) { return (size_t)g->size * g->call->nbytes; }

static upcr_pts_t source(const struct upcr_led *g, int rank, size_t at) {
  return upcr_part(g->call->src, upcr_led_member(g, rank), at);
}

/* The first byte of the share of a vector that the member of that rank folds. */
static size_t share_first(const struct upcr_led *g, int rank) {
  size_t size = upcr_element_size(g->call);
  return upcr_even_first(vector_bytes(g) / size, g->size, rank) * size;
}

static void fold_share(const struct upcr_led *g, upcr_pts_t sum) {
  size_t at = share_first(g, g->rank), n = share_first(g, g->rank + 1) - at;
  upcr_move(sum + at, source(g, 0, at), n);
  for (int rank = 1; rank < g->size; rank++)
    upcr_combine_vectors(g->call, sum + at, sum + at, source(g, rank, at), n);
}

/* All leaders say where their sums are; then each reads from those before it, the nearest first: no
 * message waits for another. */
static void fold_others(const struct upcr_led *g, upcr_pts_t sum, upcr_pts_t result,
                        upcr_pts_t given) {
  int groups = upcr_groups(g->places);
  upcr_tell_leaders(g, sum);
  for (int k = 1; k < groups; k++) {
    int from = upcr_group_leader(g->places, (g->number - k + groups) % groups);
    upcr_pts_t theirs;
    upcr_take_letter(g->call, from, &theirs, sizeof theirs);
    upcr_pack_group(g, given, theirs);
    upcr_signal(g->call, from);
    upcr_combine_vectors(g->call, result, result, given, slices_bytes(g));
  }
  upcr_await_leaders(g);
}

static void take(const struct upcr_led *g, upcr_pts_t result) {
  upcr_move(upcr_part(g->call->dst, upcr_self.mythread, 0),
            result + (size_t)g->rank * g->call->nbytes, g->call->nbytes);
}

static void lead(const struct upcr_led *g) {
  upcr_pts_t sum = upcr_buffer(), result = sum + vector_bytes(g), given = result + slices_bytes(g);
  upcr_tell_members(g, sum);
  fold_share(g, sum);
  upcr_await_members(g);
  upcr_pack_group(g, result, sum);
  fold_others(g, sum, result, given);
  upcr_tell_members(g, result);
  take(g, result);
  upcr_await_members(g);
}

static void follow(const struct upcr_led *g) {
  fold_share(g, upcr_hear_leader(g));
  upcr_answer_leader(g);
  take(g, upcr_hear_leader(g));
  upcr_answer_leader(g);
}

size_t upcr_room_of_sum(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_led g = upcr_led_of(call);
  (void)algorithm;
  return upcr_leads(&g) ? vector_bytes(&g) + 2 * slices_bytes(&g) : 0;
}

void upcr_reduce_scatter_leaders(const struct upcr_call *call,
                                 const struct upcr_algorithm *algorithm) {
  struct upcr_led g = upcr_led_of(call);
  upcr_allow_members(&g);
  if (upcr_leads(&g))
    lead(&g);
  else
    follow(&g);
  upcr_report_members(&g);
  upcr_buffer_done(algorithm);
}
