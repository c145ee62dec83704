/* Both words are stored with release after what their thread did, and read with acquire. An element of `entered` is overwritten
 * UPCR_COLL_RECENT calls later: who waits for a call's entry does not need that very word, as counts only grow (call.h). */
#include "words.h"

#include "../base/atomics.h"
#include "../mem/control.h"
#include "area.h"
#include "await.h"

static struct upcr_coll_area *own_area(void) { return upcr_coll_area(upcr_self.mythread); }

bool upcr_threads_use_words(void) {
  return upcr_self.threads <= UPCR_BARRIER_FLAT_MAX && !upcr_job->config.oversubscribed && upcr_call_all_mapped();
}

void upcr_words_await_entries(const struct upcr_call *call) {
  for (int t = 0; t < upcr_self.threads; t++)
    if (t != upcr_self.mythread)
      upcr_await_tagged(call, &upcr_coll_area(t)->entered[call->number % UPCR_COLL_RECENT], call->number, t);
}

void upcr_words_done(const struct upcr_call *call) {
  __atomic_store_n(&own_area()->left, upcr_numbered(call->number, call->tag), __ATOMIC_RELEASE);
  upcr_wake_all();
}

void upcr_words_await_done(const struct upcr_call *call, int thread) {
  if (thread != upcr_self.mythread)
    upcr_await(call, &upcr_coll_area(thread)->left, call->number, thread);
}

/* Before the first look at the others' words: one that comes before they are written takes their lines away, and each has to fetch its own back first.
 * Threads that leave a barrier, or are let into a call, together come some 40 ns apart; a pause takes about as long. */
static void let_others_write(void) { upcr_cpu_pause(); }

/* While the others' words come, the line of the word that the thread writes next becomes its own again. */
void upcr_all_entered(const struct upcr_call *call) {
  if (!upcr_threads_use_words()) {
    upcr_call_barrier(call);
    return;
  }
  upcr_prefetch_to_write(&own_area()->left);
  upcr_wake_all();
  let_others_write();
  upcr_words_await_entries(call);
}

void upcr_all_done(const struct upcr_call *call) {
  if (!upcr_threads_use_words()) {
    upcr_call_barrier(call);
    return;
  }
  upcr_words_done(call);
  let_others_write();
  for (int t = 0; t < upcr_self.threads; t++)
    upcr_words_await_done(call, t);
  upcr_prefetch_to_write(own_area()->entered);
}
