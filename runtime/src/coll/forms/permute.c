/* SPDX-License-Identifier: Apache-2.0 */
/* Permute: every thread gives a block to the one that the permutation names. */
#include "../geometry.h"

#include <string.h>

#include "../../base/log.h"
#include "../../check/check.h"
#include "../await.h"
#include "../post.h"

static int target(const struct upcr_call *call, int thread) {
  int to;
  upcr_getb(&to, upcr_add1(call->perm, thread, sizeof to), sizeof to);
  return to;
}

/* The first thread from `first` on whose block goes to `to`; THREADS: none does. */
static int source_from(const struct upcr_call *call, int first, int to) {
  while (first < upcr_self.threads && target(call, first) != to)
    first++;
  return first;
}

_Noreturn static void refuse_two(int one, int other, int to) {
  upcr_fatal("upc_all_permute: perm[%d] and perm[%d] are both %d: perm is not a permutation "
             "(UPC 7.4.2.6)",
             one, other, to);
}

/* Under MYSYNC the elements of threads that have not entered may not be read. */
int upcr_permutation_target(const struct upcr_call *call, int thread) {
  int to = target(call, thread);
  if (to < 0 || to >= upcr_self.threads)
    upcr_fatal("upc_all_permute: perm[%d] is %d: it must be from 0 to %d (UPC 7.4.2.6)", thread, to,
               upcr_self.threads - 1);
  if (upcr_check_on() && call->in != UPCR_MYSYNC) {
    int other = source_from(call, 0, to);
    if (other < thread)
      refuse_two(other, thread, to);
  }
  return to;
}

int upcr_permutation_source(const struct upcr_call *call) {
  int me = upcr_self.mythread, source = source_from(call, 0, me),
      other = source_from(call, source + 1, me);
  if (source == upcr_self.threads)
    upcr_fatal("upc_all_permute: no element of perm is %d: it is not a permutation (UPC 7.4.2.6)",
               me);
  if (other < upcr_self.threads)
    refuse_two(source, other, me);
  return source;
}

/* Every thread writes its block to its destination. The receiver does not know its sender, so
 * MYSYNC is served as ALLSYNC, unless some memory is not mapped. Then the block is announced by a
 * word for which the receiver waits. If all threads have entered before, no word of a later call
 * can precede it, and the block goes to its place. Else short blocks are sent eagerly. */

/* False if no thread sends a block: then perm is not a permutation. */
static bool await_block(const struct upcr_call *call, const uint64_t *given) {
  uint64_t seen;
  while (
      !upcr_reached(seen = upcr_await_long(call, given, call->number, UPCR_ANYBODY), call->number))
    if (source_from(call, 0, upcr_self.mythread) == upcr_self.threads)
      return false;
  if (seen != upcr_numbered(call->number, call->tag))
    upcr_check_tag(call, seen, call->number, upcr_permutation_source(call));
  return true;
}

static void announce(const struct upcr_call *call, int to, upcr_pts_t word, upcr_pts_t dst) {
  upcr_pts_t src = upcr_part(call->src, upcr_self.mythread, 0);
  bool rides = upcr_rides(to, call->nbytes);
  if (!rides)
    upcr_move(dst, src, call->nbytes);
  upcr_announce(word, upcr_numbered(call->number, call->tag), dst, upcr_segment_address(src),
                rides ? call->nbytes : 0);
  if (upcr_self.map[to])
    upcr_wake_one(to);
}

static void give_and_take(const struct upcr_call *call, int to) {
  announce(call, to, upcr_coll_area_pts(to, offsetof(struct upcr_coll_area, given)),
           upcr_part(call->dst, to, 0));
  await_block(call, &upcr_coll_area(upcr_self.mythread)->given);
}

/* Eagerly: to a place in the receiver's area, which takes it from there. Calls use the places in
 * turn, and all threads meet before the first is used again: then each has taken the blocks of all
 * calls before. */
static bool is_eager(const struct upcr_call *call) {
  return call->in == UPCR_MYSYNC && upcr_job->coll_ring &&
         call->nbytes <= upcr_coll_eager_bytes(upcr_job->coll_ring);
}

static void give_and_take_eagerly(const struct upcr_call *call, int to) {
  int me = upcr_self.mythread;
  uint32_t turn = upcr_coll_state.eager_blocks++ % UPCR_COLL_EAGER;
  size_t word = offsetof(struct upcr_coll_area, given_eagerly) + turn * sizeof(uint64_t);
  size_t ring = upcr_job->coll_ring, at = upcr_coll_rings_at(upcr_self.threads) +
                                          (size_t)upcr_self.threads * ring +
                                          turn * upcr_coll_eager_bytes(ring);
  if (turn == 0)
    upcr_call_barrier(call);
  announce(call, to, upcr_coll_area_pts(to, word), upcr_coll_area_pts(to, at));
  if (await_block(call, &upcr_coll_area(me)->given_eagerly[turn]))
    memcpy(upcr_segment_address(upcr_part(call->dst, me, 0)),
           upcr_segment_address(upcr_coll_area_pts(me, at)), call->nbytes);
}

void upcr_permute_push(const struct upcr_call *call) {
  bool announces = call->out == UPCR_MYSYNC && !upcr_call_all_mapped();
  if (!is_eager(call) && (call->in == UPCR_MYSYNC || (announces && call->in == UPCR_NOSYNC)))
    upcr_call_barrier(call);
  int to = upcr_permutation_target(call, upcr_self.mythread);
  if (is_eager(call)) {
    give_and_take_eagerly(call, to);
  } else if (announces) {
    give_and_take(call, to);
  } else {
    upcr_move(upcr_part(call->dst, to, 0), upcr_part(call->src, upcr_self.mythread, 0),
              call->nbytes);
    if (call->out == UPCR_MYSYNC)
      upcr_call_barrier(call);
  }
}

/* By posts: each thread's post begins with the number of its target. */

enum { HEAD = sizeof(int) /* bytes of a post beside those of a block */ };

/* A block that stays on its thread is posted too, because the others read its target. */
static void give(const struct upcr_call *call, int to) {
  int me = upcr_self.mythread;
  upcr_pts_t src = upcr_part(call->src, me, 0);
  char *post = upcr_post_begin(call, HEAD + call->nbytes);
  memcpy(post, &to, sizeof to);
  if (to != me)
    memcpy(post + HEAD, upcr_reach(src), call->nbytes);
  upcr_post_all(call);
  if (to == me)
    upcr_move(upcr_part(call->dst, me, 0), src, call->nbytes);
}

/* Takes the block of `giver` if it is for the caller. */
static bool take_from(const struct upcr_call *call, int giver) {
  const char *post = upcr_post_read(call, giver, HEAD + call->nbytes);
  int to;
  memcpy(&to, post, sizeof to);
  if (to != upcr_self.mythread)
    return false;
  memcpy(upcr_reach(upcr_part(call->dst, to, 0)), post + HEAD, call->nbytes);
  return true;
}

/* A thread reads posts until it finds the one for itself. It begins with its giver of the previous
 * call, and if that is the giver again, it waits for no other thread. */
static void take(const struct upcr_call *call, int to) {
  int last = upcr_coll_state.giver;
  if (to == upcr_self.mythread || (last > 0 && take_from(call, upcr_after(last))))
    return;
  for (int k = 1; k < upcr_self.threads; k++)
    if (k != last && take_from(call, upcr_after(k))) {
      upcr_coll_state.giver = k;
      return;
    }
}

void upcr_permute_post(const struct upcr_call *call) {
  upcr_post_sync_in(call, -1);
  int to = upcr_permutation_target(call, upcr_self.mythread);
  give(call, to);
  take(call, to);
  upcr_post_sync_out(call, -1);
}
