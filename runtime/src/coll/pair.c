/* A thread's word is its last call of this kind, in which it has entered (the other) or done the work of both (the server). Words only
 * grow; each is written with release after what its thread did, and read with acquire. What the other wrote before the call
 * so comes before the work of the server, and that before what the other does after the call.
 *
 * The other's entry is a read-modify-write: a fence between it and the look at whether the server sleeps. It is the other's fence of the
 * whole call too, as in it that thread stores nothing later: so it says before that it reads no posts of this call (`left`), and
 * leaves without the fence of upcr_call_leave. The server's word is followed by that fence, and then by the look at whether the other
 * sleeps. models/pair.pml checks it.
 *
 * Who looks at the line takes it away from who is about to write it: a look at the wrong moment costs one way more, two where the writer needs
 * the line back first. Threads that leave a barrier enter some 40 ns apart, and an entry takes a way of the line to come, so
 * both wait before their first look for about as long as what they look for takes at the least, and pause between looks: calls in a loop
 * fall into step with them. Nobody hands the line over to the cache that both share (cldemote): the line is then on that way when
 * the other asks for it, which costs 50 ns, more the farther its place there is. */
#include "pair.h"

#include "../base/atomics.h"
#include "../base/wait.h"
#include "area.h"
#include "await.h"

enum { LOOKS = 8 /* with a processor for each thread; less than a microsecond */ };

/* Pauses of the processor, of some 50 ns each, before the first look, and between two. */
struct rhythm {
  int first, between;
};
static const struct rhythm of_server = {3, 2}, of_other = {4, 2};

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

/* By the other: after this it only waits. */
static void say_entered(const struct upcr_call *call) {
  int me = upcr_self.mythread;
  uint64_t word = upcr_numbered(call->number, call->tag);
  __atomic_store_n(&upcr_coll_area(me)->left, word, __ATOMIC_RELEASE);
  __atomic_exchange_n(word_of(me), word, __ATOMIC_SEQ_CST);
  upcr_fence_beside_rmw();
  upcr_owe_wake_one(call->root);
  upcr_pay_wakes_after_fence();
}

bool upcr_pair_serves(const struct upcr_call *call) {
  bool serves = upcr_self.mythread == call->root;
  if (!serves)
    say_entered(call);
  await_word(call, serves ? of_server : of_other);
  return serves;
}

void upcr_pair_done(const struct upcr_call *call) {
  int me = upcr_self.mythread;
  __atomic_store_n(word_of(me), upcr_numbered(call->number, call->tag), __ATOMIC_RELEASE);
  upcr_owe_wake_one(1 - me);
}
