#include "wait.h"

#include <sched.h>

#include "atomics.h"
#include "futex.h"

enum {
  SPINS = 300, /* with a core for every thread: some 10 us, about the time of a sleep and a wake */
  YIELDS = 8
};

static bool no_progress(void) { return false; }

bool (*_Atomic upcr_progress)(void) = no_progress;
void (*upcr_before_sleep)(void);

static _Atomic int spins = SPINS;
static UPCR_PER_THREAD struct upcr_bell own_bell;
static UPCR_PER_THREAD _Atomic(const char *) *own_waits_for;

void upcr_wait_attach(struct upcr_bell bell, _Atomic(const char *) *waits_for) {
  own_bell = bell;
  own_waits_for = waits_for;
}

void upcr_wait_tune(bool oversubscribed) {
  atomic_store_explicit(&spins, oversubscribed ? 0 : SPINS, memory_order_relaxed);
}

void upcr_give_core_away(void) { sched_yield(); }

static bool ready(upcr_condition *done, void *arg) {
  if (done(arg))
    return true;
  bool (*progress)(void) = atomic_load_explicit(&upcr_progress, memory_order_relaxed);
  return progress() && done(arg);
}

static bool ready_soon(upcr_condition *done, void *arg) {
  for (int i = atomic_load_explicit(&spins, memory_order_relaxed); i > 0; i--) {
    if (ready(done, arg))
      return true;
    upcr_cpu_pause();
  }
  for (int i = 0; i < YIELDS; i++) {
    sched_yield();
    if (ready(done, arg))
      return true;
  }
  return false;
}

/* The sleep. Sleeper: reads the bell, asleep += 1, fence, reads the condition and the requests, sleeps while the bell has
 * the value read. Waker (upcr_ring): publishes, fence, reads asleep, and if not 0 changes the bell and wakes. By the two
 * fences either the sleeper sees what was published, or the waker sees asleep > 0. In the latter case the bell changes
 * after the sleeper read it, so the futex call either does not sleep or is woken. Requests of the transport are
 * published by the same protocol. */
static bool ready_or_slept(upcr_condition *done, void *arg) {
  uint32_t seen = atomic_load_explicit(own_bell.bell, memory_order_acquire);
  atomic_fetch_add_explicit(own_bell.asleep, 1, memory_order_seq_cst);
  atomic_thread_fence(memory_order_seq_cst);
  bool is_ready = ready(done, arg);
  if (!is_ready)
    upcr_futex_wait(own_bell.bell, seen);
  atomic_fetch_sub_explicit(own_bell.asleep, 1, memory_order_relaxed);
  return is_ready;
}

void upcr_wait_until(upcr_condition *done, void *arg, const char *what) {
  if (ready(done, arg))
    return;
  const char *outer = atomic_exchange_explicit(own_waits_for, what, memory_order_relaxed);
  if (!ready_soon(done, arg)) {
    if (upcr_before_sleep)
      upcr_before_sleep();
    while (!ready_or_slept(done, arg))
      ;
  }
  atomic_store_explicit(own_waits_for, outer, memory_order_relaxed);
}

void upcr_ring(struct upcr_bell bell) {
  atomic_thread_fence(memory_order_seq_cst); /* pairs with the fence in ready_or_slept */
  if (atomic_load_explicit(bell.asleep, memory_order_relaxed) == 0)
    return;
  atomic_fetch_add_explicit(bell.bell, 1, memory_order_release);
  upcr_futex_wake(bell.bell);
}
