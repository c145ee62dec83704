/* SPDX-License-Identifier: Apache-2.0 */
#include "../base/atomics.h"
#include "../base/wait.h"
#include "../mem/control.h"
#include "await.h"
#include "constants.h"

/* Words. Both are stored with release after what their thread did, and read with acquire. An
 * element of `entered` is overwritten UPCR_COLL_RECENT calls later; a thread that waits for an
 * earlier entry accepts the later word too, since counts only grow (call.h). */

static struct upcr_coll_area *own_area(void) { return upcr_coll_area(upcr_self.mythread); }

bool upcr_threads_use_words(void) {
  return upcr_self.threads <= UPCR_BARRIER_FLAT_MAX && !upcr_job->config.oversubscribed &&
         upcr_call_all_mapped();
}

void upcr_words_await_entries(const struct upcr_call *call) {
  for (int t = 0; t < upcr_self.threads; t++)
    if (t != upcr_self.mythread)
      upcr_await_tagged(call, &upcr_coll_area(t)->entered[call->number % UPCR_COLL_RECENT],
                        call->number, t);
}

void upcr_words_done(const struct upcr_call *call) {
  __atomic_store_n(&own_area()->left, upcr_numbered(call->number, call->tag), __ATOMIC_RELEASE);
  upcr_wake_all();
}

void upcr_words_await_done(const struct upcr_call *call, int thread) {
  if (thread != upcr_self.mythread)
    upcr_await(call, &upcr_coll_area(thread)->left, call->number, thread);
}

/* Pauses before the first look at the others' words. A look before a word is written takes its line
 * away, and the writer has to fetch it back. Threads that leave a barrier together arrive some 40
 * ns apart; a pause takes about as long. */
static void let_others_write(void) { upcr_cpu_pause(); }

void upcr_all_entered(const struct upcr_call *call) {
  if (!upcr_threads_use_words()) {
    upcr_call_barrier(call);
    return;
  }
  upcr_wake_all();
  let_others_write();
  upcr_words_await_entries(call);
}

void upcr_all_done(const struct upcr_call *call) {
  if (upcr_has_nodes()) {
    upcr_pay_wakes();
    upcr_collective_barrier_owed(call->function, call->tag);
    return;
  }
  if (!upcr_threads_use_words()) {
    upcr_call_barrier(call);
    return;
  }
  upcr_words_done(call);
  let_others_write();
  for (int t = 0; t < upcr_self.threads; t++)
    upcr_words_await_done(call, t);
}

/* A pair. A thread's word is the number of its last call of this kind: that the other thread has
 * entered, or for which the server has done the work of both. Each is written with release after
 * what its thread did, and read with acquire.
 *
 * The other's entry is a read-modify-write, so a fence before its test whether the server sleeps.
 * It is also that thread's fence of the whole call, in which it stores nothing later. Therefore it
 * publishes beforehand that it reads no posts of this call (`left`), and leaves without the fence
 * of upcr_call_leave. After the server's word come that fence, and the test whether the other
 * sleeps. models/pair.pml checks it.
 *
 * Polling steals the cache line from its writer. So both threads wait for the least time of the
 * other's action before their first look, and pause between looks. */

static uint64_t *pair_word(int thread) { return &upcr_coll_area(0)->pair[thread]; }

static void pause_for(int pauses) {
  for (int i = 0; i < pauses; i++)
    upcr_cpu_pause();
}

/* Waits for the other thread's word of this call. */
static void await_pair(const struct upcr_call *call, int pauses_before) {
  int other = 1 - upcr_self.mythread;
  const uint64_t *word = pair_word(other);
  int looks = upcr_wait_oversubscribed() ? 0 : UPCR_PAIR_LOOKS;
  if (looks > 0)
    pause_for(pauses_before);
  while (looks-- > 0 && !upcr_reached(__atomic_load_n(word, __ATOMIC_RELAXED), call->number))
    pause_for(UPCR_PAUSES_BETWEEN);
  upcr_await_tagged(call, word, call->number, other);
}

/* Called by the other thread, which then only waits. */
static void publish_entry(const struct upcr_call *call) {
  int me = upcr_self.mythread;
  uint64_t word = upcr_numbered(call->number, call->tag);
  __atomic_store_n(&upcr_coll_area(me)->left, word, __ATOMIC_RELEASE);
  __atomic_exchange_n(pair_word(me), word, __ATOMIC_SEQ_CST);
  upcr_fence_beside_rmw();
  upcr_owe_wake_one(call->root);
  upcr_pay_wakes_after_fence();
}

bool upcr_pair_serves(const struct upcr_call *call) {
  bool serves = upcr_self.mythread == call->root;
  if (!serves)
    publish_entry(call);
  await_pair(call, serves ? UPCR_PAUSES_OF_SERVER : UPCR_PAUSES_OF_OTHER);
  return serves;
}

void upcr_pair_done(const struct upcr_call *call) {
  int me = upcr_self.mythread;
  __atomic_store_n(pair_word(me), upcr_numbered(call->number, call->tag), __ATOMIC_RELEASE);
  upcr_owe_wake_one(1 - me);
}
