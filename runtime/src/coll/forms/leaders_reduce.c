/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions of vectors by leaders: the threads of a node fold their vectors, each a share of them,
 * into their leader's buffer; a vector that is alone there is the sum in place. Each leader writes
 * to the others what they fold of its sum: the slices of their threads (reduce_scatter), or, for
 * all, an equal slice of each, whose result it gets from them. A member has its results after all
 * have folded, so nothing says that its vector is free again.
 *
 * Buffers of a leader: the sum; its own slice of the result (reduce_scatter); what each other
 * leader gave. */
#include "../patterns/schedule.h"
#include "../reduce/elements.h"
#include "leaders.h"

static bool is_for_all(const struct upcr_tier *g) { return g->call->which == UPCR_ALL_REDUCE_ALL; }

static size_t vector_bytes(const struct upcr_tier *g) {
  return (is_for_all(g) ? 1 : (size_t)upcr_self.threads) * g->call->nbytes;
}

static upcr_pts_t sum_of(const struct upcr_tier *g, upcr_pts_t buffer) {
  return g->size == 1 ? upcr_part(g->call->src, g->leader, 0) : buffer;
}

/* The first byte of part `i` of a vector in `parts` equal ones. */
static size_t part_first(const struct upcr_tier *g, int parts, int i) {
  size_t size = upcr_element_size(g->call);
  return upcr_even_first(vector_bytes(g) / size, parts, i) * size;
}

/* Chunk by chunk: the sum stays in the first cache. */
static void fold_share(const struct upcr_tier *g, upcr_pts_t sum) {
  size_t end = part_first(g, g->size, g->rank + 1), n;
  for (size_t at = part_first(g, g->size, g->rank); g->size > 1 && at < end; at += n) {
    upcr_pts_t first = upcr_part(g->call->src, upcr_tier_member(g, 0), at);
    n = upcr_least(end - at, UPCR_CHUNK_BYTES);
    for (int rank = 1; rank < g->size; rank++)
      upcr_combine_vectors(g->call, sum + at, rank == 1 ? first : sum + at,
                           upcr_part(g->call->src, upcr_tier_member(g, rank), at), n, false);
  }
}

/* What group `of` folds of a sum. */
static size_t slice_at(const struct upcr_tier *g, int of) { return part_first(g, g->groups, of); }
static size_t slice_bytes(const struct upcr_tier *g, int of) {
  return is_for_all(g) ? slice_at(g, of + 1) - slice_at(g, of) : upcr_tier_bytes(g, of);
}

static struct upcr_message slice_of(const struct upcr_tier *g, upcr_pts_t buffer, int other) {
  size_t n = slice_bytes(g, g->number), before = (size_t)(other < g->number ? other + 1 : other);
  return (struct upcr_message){buffer + vector_bytes(g) + before * n,
                               is_for_all(g) ? UPCR_ONE_PIECE : g->number, n};
}

/* To `result`, without gaps, from the sum and what the others give. */
static void fold_slices(const struct upcr_tier *g, upcr_pts_t buffer, upcr_pts_t result) {
  upcr_pts_t own = sum_of(g, buffer) + (is_for_all(g) ? slice_at(g, g->number) : 0);
  bool is_first = true;
  UPCR_FOR_OTHERS(other, g) {
    struct upcr_message m = slice_of(g, buffer, other);
    upcr_take_message(g, upcr_tier_leader(g, other), m);
    UPCR_FOR_PIECES(r, g, m.of, m.n)
    upcr_combine_vectors(g->call, result + r.packed_at,
                         is_first ? own + r.at : result + r.packed_at, m.place + r.packed_at, r.n,
                         false);
    is_first = false;
  }
}

static void send_slices(const struct upcr_tier *g, upcr_pts_t sum) {
  UPCR_FOR_OTHERS(other, g) {
    bool all = is_for_all(g);
    upcr_send_message(g, upcr_tier_leader(g, other), all ? UPCR_ONE_PIECE : other,
                      sum + (all ? slice_at(g, other) : 0), slice_bytes(g, other));
  }
}

/* A leader has the result of its slice only when the others have entered and have sent theirs. So
 * it may write to their dst, even in place. */
static upcr_pts_t pass_results(const struct upcr_tier *g, upcr_pts_t buffer) {
  upcr_pts_t dst = upcr_part(g->call->dst, g->leader, 0);
  size_t at = slice_at(g, g->number), n = slice_bytes(g, g->number);
  fold_slices(g, buffer, dst + at);
  UPCR_FOR_OTHERS(other, g)
  upcr_move_and_signal(g->call, upcr_tier_leader(g, other),
                       upcr_part(g->call->dst, upcr_tier_leader(g, other), at), dst + at, n);
  UPCR_FOR_OTHERS(other, g)
  upcr_wait_signal(g->call, upcr_tier_leader(g, other));
  return dst;
}

static upcr_pts_t reduce_between(const struct upcr_tier *g, upcr_pts_t buffer) {
  upcr_pts_t sum = sum_of(g, buffer), result = buffer + vector_bytes(g);
  if (g->groups == 1)
    return sum;
  send_slices(g, sum);
  if (is_for_all(g))
    return pass_results(g, buffer);
  fold_slices(g, buffer, result);
  return result;
}

static void take_result(const struct upcr_tier *g, upcr_pts_t result) {
  size_t own = is_for_all(g) ? 0 : (size_t)g->rank * g->call->nbytes;
  upcr_move(upcr_part(g->call->dst, upcr_self.mythread, 0), result + own, g->call->nbytes);
}

size_t upcr_room_of_sum(const struct upcr_call *call) {
  struct upcr_tier g = upcr_tier_of(call);
  return upcr_tier_leads(&g) ? vector_bytes(&g) + (size_t)g.groups * slice_bytes(&g, g.number) : 0;
}

void upcr_reduce_leaders(const struct upcr_call *call) {
  static const struct upcr_tier_steps steps = {fold_share, take_result, reduce_between, slice_of};
  struct upcr_tier g = upcr_tier_of(call);
  upcr_allow_members(&g);
  upcr_run_tier(&g, &steps);
}
