/* The barrier: a counter of notifications and a counter of completed phases in the control block.
 *
 * Phase p uses values[p % 2]. The last to notify p clears the other element, which is free: every thread has left wait
 * p - 1, where it was read last, as it notified p after that. */
#include "barrier.h"

#include <stdbool.h>
#include <stdio.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../base/wait.h"
#include "../mem/control.h"
#include "../mem/job.h"
#include "../net/net.h"

/* What a thread brings to a barrier: kind in bits 63..62, which collective in 61..56, thread in 55..32, value or digest of
 * arguments in 31..0; 0: nothing. */
enum kind { KIND_NONE, KIND_VALUE, KIND_END, KIND_COLLECTIVE };

static UPCR_PER_THREAD uint32_t phase; /* phases that the thread has completed */
static UPCR_PER_THREAD bool notified;  /* between upc_notify and upc_wait */

static const char *const collective_names[UPCR_COLLECTIVES] = {
    [UPCR_ALL_ALLOC] = "upc_all_alloc",
    [UPCR_ALL_FREE] = "upc_all_free",
    [UPCR_ALL_LOCK_ALLOC] = "upc_all_lock_alloc",
    [UPCR_ALL_LOCK_FREE] = "upc_all_lock_free",
    [UPCR_ALL_BROADCAST] = "upc_all_broadcast",
    [UPCR_ALL_SCATTER] = "upc_all_scatter",
    [UPCR_ALL_GATHER] = "upc_all_gather",
    [UPCR_ALL_GATHER_ALL] = "upc_all_gather_all",
    [UPCR_ALL_EXCHANGE] = "upc_all_exchange",
    [UPCR_ALL_PERMUTE] = "upc_all_permute",
    [UPCR_ALL_REDUCE] = "upc_all_reduce",
    [UPCR_ALL_PREFIX_REDUCE] = "upc_all_prefix_reduce",
    [UPCR_ALL_SORT] = "upc_all_sort",
    [UPCR_ALL_VALUE] = "a collective of bupc_collectivev.h",
    [UPCR_ALL_FILE] = "a function of upc_io.h",
};
_Static_assert(UPCR_COLLECTIVES <= 64, "a token has six bits for it");

const char *upcr_collective_name(enum upcr_collective which) { return collective_names[which]; }

static uint64_t make_token(enum kind kind, int value) {
  return kind == KIND_NONE ? 0 : (uint64_t)kind << 62 | (uint64_t)upcr_self.mythread << 32 | (uint32_t)value;
}

static uint64_t make_collective_token(enum upcr_collective which, uint32_t arguments) {
  return make_token(KIND_COLLECTIVE, (int)arguments) | (uint64_t)which << 56;
}

static enum kind kind_of(uint64_t token) { return (enum kind)(token >> 62); }
static int thread_of(uint64_t token) { return (int)(token >> 32 & 0xffffff); }
static enum upcr_collective collective_of(uint64_t token) { return (enum upcr_collective)(token >> 56 & 0x3f); }
static int value_of(uint64_t token) { return (int)(uint32_t)token; }

static bool agree(uint64_t a, uint64_t b) {
  return kind_of(a) == kind_of(b) && collective_of(a) == collective_of(b) && value_of(a) == value_of(b);
}

static const char *describe(uint64_t token, char text[64]) {
  switch (kind_of(token)) {
  case KIND_VALUE:
    snprintf(text, 64, "in a barrier with value %d", value_of(token));
    break;
  case KIND_END:
    snprintf(text, 64, "at the start or end of the program");
    break;
  case KIND_COLLECTIVE:
    snprintf(text, 64, "in %s", collective_names[collective_of(token)]);
    break;
  case KIND_NONE:
    snprintf(text, 64, "in a barrier without value");
    break;
  }
  return text;
}

_Noreturn static void report_mismatch(uint64_t a, uint64_t b) {
  char first[64], second[64];
  if (kind_of(a) == KIND_COLLECTIVE && kind_of(b) == KIND_COLLECTIVE && collective_of(a) == collective_of(b))
    upcr_fatal("%s: threads %d and %d gave different arguments; they are single-valued (UPC 3.10)",
               collective_names[collective_of(a)], thread_of(a), thread_of(b));
  upcr_fatal("barrier mismatch (UPC 6.6.1): thread %d is %s, thread %d is %s", thread_of(a), describe(a, first),
             thread_of(b), describe(b, second));
}

/* Notes the value; the first of the phase is the consensus. Relaxed: the arrival that follows publishes it. */
static void record_value(struct upcr_barrier_values *values, uint64_t token) {
  uint64_t consensus = 0, none = 0;
  if (atomic_compare_exchange_strong_explicit(&values->consensus, &consensus, token, memory_order_relaxed,
                                              memory_order_relaxed))
    return;
  if (!agree(consensus, token))
    atomic_compare_exchange_strong_explicit(&values->dissent, &none, token, memory_order_relaxed, memory_order_relaxed);
}

/* Wakes the threads whose main has not ended: one may wait in a barrier that the caller will not reach. */
static void wake_unfinished(void) {
  for (int t = 0; t < upcr_self.threads; t++)
    if (t != upcr_self.mythread &&
        atomic_load_explicit(&upcr_job->thread[t].state, memory_order_relaxed) < UPCR_STATE_FINISHED)
      upcr_net->wake(t);
}

static void wake_all(void) {
  for (int t = 0; t < upcr_self.threads; t++)
    if (t != upcr_self.mythread)
      upcr_net->wake(t);
}

/* The last to arrive: its acquire sees all values, its release of `completed` shows them to who waits. */
static void complete_phase(struct upcr_core_shared *core) {
  struct upcr_barrier_values *next = &core->values[(phase + 1) % 2];
  atomic_store_explicit(&next->consensus, 0, memory_order_relaxed);
  atomic_store_explicit(&next->dissent, 0, memory_order_relaxed);
  atomic_store_explicit(&core->arrived, 0, memory_order_relaxed);
  atomic_store_explicit(&core->completed, phase + 1, memory_order_release);
  wake_all();
}

static void arrive(uint64_t token) {
  struct upcr_core_shared *core = upcr_job->core;
  upcr_net->fence();
  if (token)
    record_value(&core->values[phase % 2], token);
  uint32_t before = atomic_fetch_add_explicit(&core->arrived, 1, memory_order_acq_rel);
  notified = true;
  if (before + 1 == (uint32_t)upcr_self.threads)
    complete_phase(core);
}

/* A finished thread took part in its last phase: a later one can never complete. */
static void check_finished(void) {
  for (int t = 0; t < upcr_self.threads; t++) {
    struct upcr_job_thread *other = &upcr_job->thread[t];
    if (atomic_load_explicit(&other->state, memory_order_acquire) < UPCR_STATE_FINISHED || other->finish_phase >= phase)
      continue;
    upcr_fatal("waits in a barrier that thread %d can never reach: it has ended with status %d", t, other->exit_status);
  }
}

static bool is_complete(void *arg) {
  struct upcr_core_shared *core = arg;
  if (atomic_load_explicit(&core->completed, memory_order_acquire) != phase)
    return true;
  if (atomic_load_explicit(&core->finished, memory_order_relaxed) != 0)
    check_finished();
  return false;
}

static void complete(uint64_t token) {
  struct upcr_core_shared *core = upcr_job->core;
  upcr_wait_until(is_complete, core, "barrier");
  struct upcr_barrier_values *values = &core->values[phase % 2];
  uint64_t consensus = atomic_load_explicit(&values->consensus, memory_order_relaxed);
  uint64_t dissent = atomic_load_explicit(&values->dissent, memory_order_relaxed);
  if (dissent)
    report_mismatch(consensus, dissent);
  if (consensus && token && !agree(consensus, token))
    report_mismatch(consensus, token);
  phase++;
  notified = false;
  upcr_full_fence();
}

void upcr_notify(int has_value, int value) {
  if (notified)
    upcr_fatal("upc_notify or upc_barrier after a upc_notify without its upc_wait (UPC 6.6.1)");
  arrive(make_token(has_value ? KIND_VALUE : KIND_NONE, value));
}

void upcr_wait(int has_value, int value) {
  if (!notified)
    upcr_fatal("upc_wait without a upc_notify (UPC 6.6.1)");
  complete(make_token(has_value ? KIND_VALUE : KIND_NONE, value));
}

void upcr_barrier(int has_value, int value) {
  upcr_notify(has_value, value);
  complete(0); /* its value was given to the notification */
}

static void check_not_notified(enum upcr_collective which) {
  if (notified)
    upcr_fatal("%s is called between upc_notify and upc_wait (UPC 6.6.1)", collective_names[which]);
}

void upcr_collective_barrier(enum upcr_collective which, uint32_t arguments) {
  check_not_notified(which);
  arrive(make_collective_token(which, arguments));
  complete(0);
}

/* broadcast[p % 2] is written before thread 0 notifies p and read before anyone notifies p + 1; thread 0 writes it next
 * after wait p + 1. */
upcr_ppts_t upcr_collective_broadcast(enum upcr_collective which, uint32_t arguments, upcr_ppts_t value) {
  check_not_notified(which);
  upcr_ppts_t *at = &upcr_job->core->broadcast[phase % 2];
  if (upcr_self.mythread == 0)
    *at = value;
  upcr_collective_barrier(which, arguments);
  return *at;
}

void upcr_barrier_at_start(void) {
  arrive(make_token(KIND_END, 0));
  complete(0);
}

static bool all_finished(void *arg) {
  return atomic_load_explicit((_Atomic uint32_t *)arg, memory_order_acquire) == (uint32_t)upcr_self.threads;
}

/* The last arrival of the thread, whatever barrier the others are in. A thread that ends between upc_notify and upc_wait
 * has arrived already. Those in a barrier are woken to see that the thread will not come again; those that have finished
 * sleep until the last one has, whose increment brings the count that they wait for: woken by each, N threads would wake
 * N * N / 2 times. A state read as not finished too late costs a wake only. */
void upcr_barrier_at_end(int status) {
  struct upcr_job_thread *self = &upcr_job->thread[upcr_self.mythread];
  self->exit_status = status;
  self->finish_phase = phase;
  if (!notified)
    arrive(make_token(KIND_END, 0));
  atomic_store_explicit(&self->state, UPCR_STATE_FINISHED, memory_order_release);
  uint32_t before = atomic_fetch_add_explicit(&upcr_job->core->finished, 1, memory_order_acq_rel);
  if (before + 1 == (uint32_t)upcr_self.threads)
    wake_all();
  else
    wake_unfinished();
  upcr_wait_until(all_finished, &upcr_job->core->finished, "the other threads to end");
}
