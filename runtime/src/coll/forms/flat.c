/* SPDX-License-Identifier: Apache-2.0 */
/* The flat forms: every block is copied directly to its destination. Pull: a thread allows the
 * takers of its blocks to read, copies the blocks that it gets, and waits until its own have been
 * read. Push: the same with the roles of giver and taker exchanged. */
#include "../geometry.h"
#include "../patterns/schedule.h"
#include "../topology.h"

static int partner(int k) { return upcr_partner(upcr_self.mythread, upcr_self.threads, k); }

/* Copies the block, and reports to `other` on exit. Bytes that ride with the report need no answer.
 */
static void move_and_report(const struct upcr_call *call, int other, struct upcr_block block,
                            bool pushes) {
  if (pushes && call->out == UPCR_MYSYNC && other != upcr_self.mythread &&
      upcr_rides(other, call->nbytes)) {
    upcr_move_and_signal(call, other, block.dst, block.src, call->nbytes);
    return;
  }
  upcr_move(block.dst, block.src, call->nbytes);
  upcr_report(call, other);
}

/* A pair begins its step together. */
static void meet(const struct upcr_call *call, int other) {
  if (other == upcr_self.mythread)
    return;
  upcr_signal(call, other);
  upcr_wait_signal(call, other);
}

/* With those to whom, or from whom, the caller copies in `order`; `mirror`: in step k, the
 * thread whose k-th the caller is. Over nodes upcr_after's own block is the last: others' data are
 * under way meanwhile. */
static void copy_all(const struct upcr_call *call, bool pushes, upcr_order *order,
                     upcr_order *mirror, bool in_pairs) {
  struct upcr_peers takers = upcr_takers(call), givers = upcr_givers(call);
  struct upcr_peers movers = pushes ? givers : takers, served = pushes ? takers : givers;
  int me = upcr_self.mythread, first = upcr_has_nodes();
  if (call->in == UPCR_MYSYNC && !in_pairs)
    upcr_for_others(call, movers, mirror, upcr_allow);
  for (int k = 0; k < served.count; k++) {
    int other = upcr_peer(served, order, (k + first) % served.count);
    struct upcr_block block = upcr_block_between(call, pushes ? me : other, pushes ? other : me);
    (in_pairs ? meet : upcr_await_allowed)(call, other);
    move_and_report(call, other, block, pushes);
  }
  if (call->out == UPCR_MYSYNC)
    upcr_for_others(call, movers, mirror, upcr_await_report);
}

void upcr_flat_pull(const struct upcr_call *call) {
  copy_all(call, false, upcr_after, upcr_before, false);
}

void upcr_flat_push(const struct upcr_call *call) {
  copy_all(call, true, upcr_after, upcr_before, false);
}

void upcr_flat_push_partners(const struct upcr_call *call) {
  copy_all(call, true, partner, partner, false);
}

/* In lock step: only one thread at a time writes to each thread. */
void upcr_flat_push_pairs(const struct upcr_call *call) {
  copy_all(call, true, partner, partner, true);
}

/* Scatter and gather in which the others copy, each when it has a token (N, 3.2 of
 * docs/collectives-forms.md). With k tokens each goes to every k-th thread. Where the root copies,
 * to one thread after the other, the form is push of scatter and pull of gather. */

/* A token is passed on before a copy that uses no network or is short, else before its last
 * bytes. */
static void pass_on(const struct upcr_call *call, int rank, int tokens) {
  if (rank + tokens < upcr_self.threads)
    upcr_signal(call, (call->root + rank + tokens) % upcr_self.threads);
}

static bool on_node_of_root(const struct upcr_call *call) {
  const struct upcr_places *places = upcr_topology();
  return places->node_of[upcr_self.mythread] == places->node_of[call->root];
}

static void move_with_token(const struct upcr_call *call, int tokens, upcr_pts_t dst,
                            upcr_pts_t src) {
  int threads = upcr_self.threads, rank = (upcr_self.mythread - call->root + threads) % threads;
  size_t n = call->nbytes,
         first = n > UPCR_TOKEN_BYTES && !on_node_of_root(call) ? n - UPCR_TOKEN_BYTES : 0;
  if (rank > tokens)
    upcr_wait_signal(call, (call->root + rank - tokens) % threads);
  upcr_move(dst, src, first);
  pass_on(call, rank, tokens);
  upcr_move(dst + first, src + first, n - first);
}

/* The root lets the others copy as in the flat forms, in the order of the tokens. */
void upcr_ring_of_tokens(const struct upcr_call *call) {
  int me = upcr_self.mythread, root = call->root;
  bool scatters = call->which == UPCR_ALL_SCATTER;
  struct upcr_block own = upcr_block_between(call, scatters ? root : me, scatters ? me : root);
  if (me == root)
    return copy_all(call, !scatters, upcr_after, upcr_after, false);
  upcr_await_allowed(call, root);
  move_with_token(call, call->algorithm->parameter, own.dst, own.src);
  upcr_report(call, root);
}
