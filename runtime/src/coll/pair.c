/* A thread's word is its last call of this kind, in which it has entered (the other) or done the work of both (the server). Words only
 * grow; each is written with release after what its thread did, and read with acquire. What the other wrote before the call
 * so comes before the work of the server, and that before what the other does after the call.
 *
 * The other's entry is a read-modify-write: a fence between it and the look at whether the server sleeps. The server's word is
 * followed by the fence of upcr_call_leave, and then by the look at whether the other sleeps. models/pair.pml checks it.
 *
 * Who looks at the line takes it away from who is about to write it. So there are pauses between the looks, longer ones in the
 * thread that has more to wait for, and before the first: a look at the wrong moment costs a round trip, and calls in a loop fall into
 * step with it. The server hands the line over when it has written its word; the other does not, as it looks at the line itself. */
#include "pair.h"

#include "../base/atomics.h"
#include "../base/wait.h"
#include "area.h"
#include "await.h"

enum { LOOKS = 8 /* with a processor for each thread; less than a microsecond */ };

/* Pauses of the processor before the first look, and between two. */
struct rhythm {
  int first, between;
};
static const struct rhythm of_server = {1, 1}, of_other = {2, 4};

static uint64_t *word_of(int thread) { return &upcr_coll_area(0)->pair[thread]; }

static void pause_for(int pauses) {
  for (int i = 0; i < pauses; i++)
    upcr_cpu_pause();
}

/* Waits for the other thread's word of this call. */
static void await_word(const struct upcr_call *call, struct rhythm rhythm) {
  int other = 1 - upcr_self.mythread;
  const uint64_t *word = word_of(other);
  int looks = upcr_wait_crowded() ? 0 : LOOKS;
  if (looks > 0)
    pause_for(rhythm.first);
  while (looks-- > 0 && !upcr_reached(__atomic_load_n(word, __ATOMIC_RELAXED), call->number))
    pause_for(rhythm.between);
  upcr_await_tagged(call, word, call->number, other);
}

bool upcr_pair_serves(const struct upcr_call *call) {
  bool serves = upcr_self.mythread == call->root;
  if (!serves) {
    __atomic_exchange_n(word_of(upcr_self.mythread), upcr_numbered(call->number, call->tag), __ATOMIC_SEQ_CST);
    upcr_fence_beside_rmw();
    upcr_owe_wake_one(call->root);
    upcr_pay_wakes_after_fence();
  }
  await_word(call, serves ? of_server : of_other);
  return serves;
}

void upcr_pair_done(const struct upcr_call *call) {
  int me = upcr_self.mythread;
  __atomic_store_n(word_of(me), upcr_numbered(call->number, call->tag), __ATOMIC_RELEASE);
  upcr_hand_over(word_of(me));
  upcr_owe_wake_one(1 - me);
}
