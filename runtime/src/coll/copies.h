/* SPDX-License-Identifier: Apache-2.0 */
/* The primitives of the algorithms: copies between threads, and the signals that MYSYNC requires
 * around them. With ALLSYNC the call is between two barriers, and with NOSYNC the program
 * synchronises, so these signals do nothing. */
#ifndef UPCR_COLL_COPIES_H
#define UPCR_COLL_COPIES_H

#include "../base/atomics.h"
#include "../base/simulated.h"
#include "../core/announce.h"
#include "../core/remote.h"
#include "call.h"
#include "constants.h"

/* Signals and letters from thread to thread, near or far (channel.c). The k-th signal of s to r
 * ends the k-th wait of r for s: both make the same calls in the same order, and a call has the
 * same signals between them. The sender's accesses before a signal, its far puts included, are
 * complete when the wait ends. */
void upcr_signal(const struct upcr_call *call, int to);
void upcr_wait_signal(const struct upcr_call *call, int from);

/* Bytes of the longest letter between far threads. */
static inline size_t upcr_far_letter_most(void) {
  return upcr_is_simulated() ? UPCR_COLL_LETTER : upcr_job->coll_ring / 4;
}

/* Can a letter carry n bytes to or from `other`? */
static inline bool upcr_fits_letter(int other, size_t n) {
  return n <= (upcr_self.map[other] ? UPCR_COLL_LETTER : upcr_far_letter_most());
}

/* A signal that carries n bytes (upcr_fits_letter). Waits until earlier letters, of any call, that
 * hold its place have been taken. */
void upcr_send_letter(const struct upcr_call *call, int to, const void *bytes, size_t n);
void upcr_take_letter(const struct upcr_call *call, int from, void *bytes, size_t n);

/* The same, but the receiver fetches the bytes from the sender's memory, and the sender waits for
 * that. */
void upcr_offer(const struct upcr_call *call, int to, const void *bytes, size_t n);
void upcr_fetch_offer(const struct upcr_call *call, int from, void *bytes, size_t n);

/* A loan: the caller lends n bytes of its segment; the borrower reads them and gives them back.
 * Bytes that fit (upcr_fits_letter) go in the letter and need no return. */
void upcr_lend(const struct upcr_call *call, int to, upcr_pts_t own, size_t n);
upcr_pts_t upcr_borrow(const struct upcr_call *call, int from, size_t n);
void upcr_give_back(const struct upcr_call *call, int from, size_t n);
void upcr_await_return(const struct upcr_call *call, int to, size_t n);

/* Do n bytes go with the signal that announces them, without an answer: in it (eager), or put
 * before it? */
static inline bool upcr_rides(int other, size_t n) {
  size_t most = upcr_is_simulated() ? upcr_simulated->eager : UPCR_EAGER_MOST;
  return !upcr_self.map[other] && (n <= most || upcr_announces_by_put());
}

/* Writes n bytes of the caller's segment to dst, in the segment of `to`, then signals. */
void upcr_move_and_signal(const struct upcr_call *call, int to, upcr_pts_t dst, upcr_pts_t own,
                          size_t n);

/* MYSYNC, for threads other than the caller. On entry: `other` may touch the caller's data; waits
 * until the caller may touch those of `other`. On exit: tells `other` that the caller no longer
 * touches its data; waits until `other` no longer touches the caller's. */
#define UPCR_IN_MYSYNC(name, side, step)                                                           \
  static inline void name(const struct upcr_call *call, int other) {                               \
    if (call->side == UPCR_MYSYNC && other != upcr_self.mythread)                                  \
      step(call, other);                                                                           \
  }
UPCR_IN_MYSYNC(upcr_allow, in, upcr_signal)
UPCR_IN_MYSYNC(upcr_await_allowed, in, upcr_wait_signal)
UPCR_IN_MYSYNC(upcr_report, out, upcr_signal)
UPCR_IN_MYSYNC(upcr_await_report, out, upcr_wait_signal)
#undef UPCR_IN_MYSYNC

/* Copies n bytes; both may be the same object. */
__attribute__((always_inline)) static inline void upcr_move(upcr_pts_t dst, upcr_pts_t src,
                                                            size_t n) {
  if (upcr_is_simulated() && dst != src && upcr_reach(dst) && upcr_reach(src))
    upcr_simulated->copy((int)upcr_thread(dst), (int)upcr_thread(src), n);
  if (n != 0 && dst != src) {
    upcr_copyb(dst, src, n);
    upcr_settle_far();
  }
}

/* Transfers: `from` gives data as soon as it has them, and `to` takes them. The taker reads them
 * (pull), or the giver has written them before its signal (push), or they ride in the signal. All
 * transfers between two threads in a call go the same way. With MYSYNC short data ride in letters,
 * for which the taker need not have entered. */
struct upcr_way {
  bool pushes, by_letter; /* by_letter: where memory is not mapped */
  size_t most;            /* bytes of the longest of these transfers */
};

/* `pushes`: the giver writes where it can. `most`: bytes of the longest of the transfers. */
static inline struct upcr_way upcr_way_of(const struct upcr_call *call, bool pushes, size_t most) {
  bool by_letter = !pushes && call->in == UPCR_MYSYNC && most <= upcr_far_letter_most();
  return (struct upcr_way){pushes, by_letter, most};
}

enum upcr_mover { UPCR_TAKER_READS, UPCR_GIVER_WRITES, UPCR_LETTER_BRINGS };

/* How data go between the caller and `other`. */
static inline enum upcr_mover upcr_mover(struct upcr_way way, int other) {
  if (way.by_letter && !upcr_self.map[other])
    return UPCR_LETTER_BRINGS;
  return way.pushes || upcr_rides(other, way.most) ? UPCR_GIVER_WRITES : UPCR_TAKER_READS;
}

/* MYSYNC: before the first transfer the taker allows a giver that writes to do so, and the giver
 * waits for that; after the last a taker that reads reports, and the giver waits for that. */
#define UPCR_IF_MOVED(name, by, step)                                                              \
  static inline void name(const struct upcr_call *call, struct upcr_way way, int other) {          \
    if (upcr_mover(way, other) == by)                                                              \
      step(call, other);                                                                           \
  }
UPCR_IF_MOVED(upcr_take_begin, UPCR_GIVER_WRITES, upcr_allow)
UPCR_IF_MOVED(upcr_give_begin, UPCR_GIVER_WRITES, upcr_await_allowed)
UPCR_IF_MOVED(upcr_take_end, UPCR_TAKER_READS, upcr_report)
UPCR_IF_MOVED(upcr_give_end, UPCR_TAKER_READS, upcr_await_report)
#undef UPCR_IF_MOVED

/* n bytes from src of the giver to dst of the taker. */
static inline void upcr_give(const struct upcr_call *call, struct upcr_way way, int to,
                             upcr_pts_t dst, upcr_pts_t src, size_t n) {
  enum upcr_mover mover = upcr_mover(way, to);
  if (mover == UPCR_TAKER_READS)
    upcr_signal(call, to);
  else if (mover == UPCR_GIVER_WRITES)
    upcr_move_and_signal(call, to, dst, src, n);
  else
    upcr_send_letter(call, to, upcr_segment_address(src), n);
}

/* The taker's side of upcr_give. */
static inline void upcr_take(const struct upcr_call *call, struct upcr_way way, int from,
                             upcr_pts_t dst, upcr_pts_t src, size_t n) {
  enum upcr_mover mover = upcr_mover(way, from);
  if (mover == UPCR_LETTER_BRINGS)
    upcr_take_letter(call, from, upcr_segment_address(dst), n);
  else
    upcr_wait_signal(call, from);
  if (mover == UPCR_TAKER_READS)
    upcr_move(dst, src, n);
}

/* Byte `at` of thread t's part of an array with a part on each thread, at the same offset. */
static inline upcr_pts_t upcr_part(upcr_pts_t array, int t, size_t at) {
  return upcr_pts_make((unsigned long)t, upcr_pts_offset(array) + at);
}

/* The k-th thread after the caller, or before: loops over all threads begin at different ones. */
static inline int upcr_after(int k) {
  int t = upcr_self.mythread + k;
  return t < upcr_self.threads ? t : t - upcr_self.threads;
}

static inline int upcr_before(int k) { return upcr_after(k == 0 ? 0 : upcr_self.threads - k); }

#endif
