/* SPDX-License-Identifier: Apache-2.0 */
/* Barriers: phases, the rules of notify and wait, and the end of threads. arrival_flat.c and
 * arrival_tree.c count the arrivals. */
#define _GNU_SOURCE /* recursive mutexes */
#include "barrier.h"

#include <pthread.h>
#include <stdbool.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../base/simulated.h"
#include "../base/system.h"
#include "../base/wait.h"
#include "../check/arrivals.h"
#include "../check/check.h"
#include "../check/forall_loops.h"
#include "../mem/control.h"
#include "../mem/job.h"
#include "../net/net.h"
#include "alloc.h"
#include "arrival.h"
#include "node_barrier.h"

static UPCR_PER_THREAD uint32_t phase; /* phases that the thread has completed */
static UPCR_PER_THREAD enum {
  FREE,
  NOTIFIED, /* has arrived at `phase`, whose end it has not seen */
  IN_TASK
} standing; /* the thread may arrive only while it is FREE */

UPCR_PER_THREAD bool upcr_owes_barrier; /* then the thread is not between upc_notify and upc_wait */
UPCR_PER_THREAD const char *upcr_open_scope;

/* The same in every thread of the job. */
static const struct upcr_arrival *algorithm(void) {
  if (upcr_is_simulated())
    return &upcr_arrival_simulated;
  bool flat = upcr_self.threads <= UPCR_BARRIER_FLAT_MAX && !upcr_job->config.oversubscribed &&
              !upcr_has_nodes();
  return flat ? &upcr_arrival_flat : &upcr_arrival_tree;
}

/* True if the thread has arrived at a barrier that the caller, which ends, will not reach. */
static bool is_beyond(const struct upcr_job_thread *thread) {
  return (int32_t)(atomic_load_explicit(&thread->notified, memory_order_relaxed) - (phase + 1)) > 0;
}

/* Wakes the threads of the node that wait in such a barrier. A thread publishes its arrival before
 * the fence of its sleep (base/wait.c), and the caller its end before its own fence: either the
 * caller reads here that the thread is beyond, or the thread reads the end before it sleeps. A wake
 * of every thread by each one that ends would take N * N / 2 calls of the kernel. A simulated job
 * wakes its sleepers when no thread can run (sim/scheduler.c). */
static void wake_beyond(void) {
  if (upcr_is_simulated())
    return;
  for (int t = upcr_job->config.first; t < upcr_job->config.end; t++)
    if (is_beyond(&upcr_job->thread[t]))
      upcr_net->wake_published(t);
}

/* The loads pair with the increments of base/wait.c, as in upcr_ring_published. The caller does not
 * sleep, unless it is a progress thread that completes the barrier between nodes for its UPC
 * thread. */
void upcr_arrival_wake_all(void) {
  for (int t = upcr_job->config.first; t < upcr_job->config.end; t++)
    if ((t != upcr_self.mythread || upcr_has_nodes()) &&
        atomic_load_explicit(&upcr_job->thread[t].asleep, memory_order_seq_cst) != 0)
      upcr_net->wake_published(t);
}

/* Publishes the arrival. A reader of `notified` with acquire (core/status.c, boot/deadlock.c) reads
 * this token or a later one. */
UPCR_HOT static void arrive(uint64_t token, const struct upcr_barrier_work *work) {
  upcr_alloc_settle();
  upcr_settle_far();
  upcr_net->flush();
  upcr_arrivals_note(phase, token);
  struct upcr_job_thread *self = &upcr_job->thread[upcr_self.mythread];
  atomic_store_explicit(&self->barrier_token, token, memory_order_relaxed);
  atomic_store_explicit(&self->notified, phase + 1, memory_order_release);
  standing = NOTIFIED;
  upcr_arrival_fence_for_tsan();
  algorithm()->arrive(phase, token, work);
}

_Noreturn static void report_never(int thread, int status) {
  upcr_fatal_after_end(status,
                       "waits in a barrier that thread %d can never reach: it has ended with "
                       "status %d",
                       thread, status);
}

/* A finished thread took part in its last phase: a later one, counted modulo 2^32, can never
 * complete. Acquire pairs with upcr_barrier_at_end. */
static bool has_ended_before(const struct upcr_job_thread *thread) {
  return atomic_load_explicit(&thread->state, memory_order_acquire) >= UPCR_STATE_FINISHED &&
         (int32_t)(atomic_load_explicit(&thread->finish_phase, memory_order_relaxed) - phase) < 0;
}

/* Names the missing thread with the highest status. Acquire pairs with boot/nodes.c. */
static void check_finished(void) {
  int missing = -1;
  for (int t = upcr_job->config.first; t < upcr_job->config.end; t++)
    if (has_ended_before(&upcr_job->thread[t]) &&
        (missing < 0 || upcr_job->thread[t].exit_status > upcr_job->thread[missing].exit_status))
      missing = t;
  if (missing >= 0)
    report_never(missing, upcr_job->thread[missing].exit_status);
  const struct upcr_ended_early *early = &upcr_job->core->early;
  if (atomic_load_explicit(&early->known, memory_order_acquire) != 0 &&
      (int32_t)(early->finish_phase - phase) < 0)
    report_never(early->thread, early->status);
}

UPCR_HOT static bool is_complete(void *arrival) {
  if (((const struct upcr_arrival *)arrival)->complete(phase))
    return true;
  const struct upcr_core_shared *core = upcr_job->core;
  if (atomic_load_explicit(&core->finished, memory_order_relaxed) != 0 ||
      atomic_load_explicit(&core->early.known, memory_order_relaxed) != 0)
    check_finished();
  return false;
}

/* In a job with checks: a barrier without value, whose token agrees with all, must not meet a
 * collective or the end of a thread. Each thread checks the next one: if some threads of the ring
 * brought such a token and others did not, one of them sees it. */
static void check_next(void) {
  if (!upcr_arrivals_kept())
    return;
  int me = upcr_self.mythread, next = upcr_arrivals_next(me);
  if (!upcr_in_node(next) && !upcr_node_barrier_differs(phase))
    return;
  uint64_t own = upcr_arrivals_token(me, phase), other = upcr_arrivals_token(next, phase);
  if ((own == 0 && upcr_token_is_no_barrier(other)) ||
      (other == 0 && upcr_token_is_no_barrier(own)))
    upcr_token_refuse(me, own, next, other, phase);
  upcr_arrivals_compare(phase);
}

UPCR_HOT static void complete_as(uint64_t token, bool patient) {
  const struct upcr_arrival *arrival = algorithm();
  if (!arrival->watch(phase))
    upcr_wait_for(&(struct upcr_waiting){.done = is_complete,
                                         .arg = (void *)arrival,
                                         .patient = patient,
                                         .reason = {.kind = UPCR_WAIT_BARRIER, .what = "barrier"}});
  upcr_arrival_fence_for_tsan();
  struct upcr_tokens all = arrival->tokens(phase);
  upcr_tokens_add(&all, token);
  if (all.dissent)
    upcr_token_mismatch(all.consensus, all.dissent, phase);
  check_next();
  upcr_settle_far(); /* the program's own pthreads may have read meanwhile */
  phase++;
  standing = FREE;
}

UPCR_HOT static void complete(uint64_t token) { complete_as(token, false); }

/* Completing the barrier may involve other nodes. */
void upcr_barrier_settle(void) {
  static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  static UPCR_PER_THREAD bool settles;
  upcr_own_pthreads_lock(&mutex);
  if (upcr_owes_barrier && !settles) {
    settles = true;
    complete(0);
    settles = upcr_owes_barrier = false;
  }
  upcr_own_pthreads_unlock(&mutex);
}

/* 6.6.2p13. */
static void check_no_forall(const char *what) {
  if (!upcr_check_on() || upcr_now.forall_depth == 0)
    return;
  struct upcr_site loop = upcr_loops_open();
  if (loop.file)
    upcr_fatal("%s in the upc_forall at %s:%d, or after longjmp left it (UPC 6.6.2p13)", what,
               loop.file, loop.line);
  upcr_fatal("%s in a upc_forall, or after longjmp left it (UPC 6.6.2p13)", what);
}

int upcr_barrier_enter_task(void) {
  upcr_settle_barrier();
  int before = standing;
  standing = IN_TASK;
  return before;
}

void upcr_barrier_leave_task(int before) { standing = before; }

static void check_no_task(const char *what) {
  if (standing == IN_TASK)
    upcr_fatal("%s is called in a task; only the main programs of all threads together may call it",
               what);
}

UPCR_HOT void upcr_notify(int has_value, int value) {
  check_no_forall("barrier");
  upcr_settle_barrier();
  if (standing != FREE) {
    check_no_task("upc_notify or upc_barrier");
    upcr_fatal("upc_notify or upc_barrier after a upc_notify without its upc_wait (UPC 6.6.1)");
  }
  arrive(upcr_token(has_value ? UPCR_TOKEN_VALUE : UPCR_TOKEN_NONE, value), 0);
}

/* The tokens of a thread's upc_notify and upc_wait can differ only in their values. */
static void check_own_value(uint64_t token, int value) {
  uint64_t notified_with = atomic_load_explicit(&upcr_job->thread[upcr_self.mythread].barrier_token,
                                                memory_order_relaxed);
  if (token != 0 && notified_with != 0 && token != notified_with)
    upcr_fatal("barrier mismatch (UPC 6.6.1): upc_wait %d ends what upc_notify %d began", value,
               (int)(uint32_t)notified_with);
}

/* The fence and the completed puts order the thread's accesses since upc_notify before its next
 * ones. A plain barrier needs no fence: arriving was one. The value of upc_wait is compared only if
 * some thread notified a value. */
void upcr_wait(int has_value, int value) {
  upcr_settle_barrier();
  if (standing != NOTIFIED) {
    check_no_task("upc_wait");
    upcr_fatal("upc_wait without upc_notify (UPC 6.6.1)");
  }
  uint64_t token = upcr_token(has_value ? UPCR_TOKEN_VALUE : UPCR_TOKEN_NONE, value);
  check_own_value(token, value);
  upcr_settle_far();
  complete(token);
  upcr_full_fence();
}

UPCR_HOT void upcr_barrier(int has_value, int value) {
  upcr_notify(has_value, value);
  complete(0); /* its value was given to the notification */
}

void upcr_collective_check(enum upcr_collective which) {
  upcr_settle_far();
  upcr_settle_barrier();
  if (standing != FREE) {
    check_no_task(upcr_collective_name(which));
    upcr_fatal("%s is called between upc_notify and upc_wait (UPC 6.6.1)",
               upcr_collective_name(which));
  }
  check_no_forall(upcr_collective_name(which));
}

void upcr_collective_barrier(enum upcr_collective which, uint32_t arguments) {
  upcr_collective_check(which);
  arrive(upcr_token_of_collective(which, arguments), 0);
  complete(0);
}

static bool node_has_come(void *unused) {
  (void)unused;
  return upcr_node_barrier_reached(phase);
}

void upcr_collective_barrier_owed(enum upcr_collective which, uint32_t arguments) {
  upcr_collective_check(which);
  arrive(upcr_token_of_collective(which, arguments), 0);
  if (!node_has_come(0))
    upcr_wait_until(node_has_come, 0, "barrier");
  upcr_owes_barrier = true;
}

bool upcr_barrier_has_last(void) { return algorithm()->has_last && !upcr_has_nodes(); }

void upcr_collective_barrier_serving(enum upcr_collective which, uint32_t arguments,
                                     const struct upcr_barrier_work *work) {
  upcr_collective_check(which);
  arrive(upcr_token_of_collective(which, arguments), work);
  complete(0);
}

/* broadcast[p % 2] is written before the root notifies p, and read before any thread notifies p +
 * 1. The root of p + 2 writes it after its wait of p + 1, so after all have notified p + 1. */
upcr_ppts_t upcr_collective_broadcast_from(enum upcr_collective which, uint32_t arguments, int root,
                                           upcr_ppts_t value) {
  upcr_collective_check(which);
  upcr_ppts_t *at = &upcr_job->core->broadcast[phase % 2];
  if (upcr_self.mythread == root) {
    *at = value;
    upcr_node_barrier_give_value(phase);
  }
  upcr_collective_barrier(which, arguments);
  return *at;
}

upcr_ppts_t upcr_collective_broadcast(enum upcr_collective which, uint32_t arguments,
                                      upcr_ppts_t value) {
  return upcr_collective_broadcast_from(which, arguments, 0, value);
}

void upcr_barrier_at_start(void) {
  arrive(upcr_token(UPCR_TOKEN_END, 0), 0);
  complete_as(0, true);
}

/* With several nodes the supervisors tell each other, and set core->all_finished. Acquire: pairs
 * with that release, or on one node with the increments in upcr_barrier_at_end. */
static bool all_finished(void *arg) {
  const struct upcr_core_shared *core = arg;
  uint32_t here = (uint32_t)(upcr_job->config.end - upcr_job->config.first);
  if (upcr_has_nodes())
    return atomic_load_explicit(&core->all_finished, memory_order_acquire) != 0;
  return atomic_load_explicit(&core->finished, memory_order_acquire) == here;
}

/* The last arrival of the thread, in whichever barrier the others are. A thread that ends between
 * upc_notify and upc_wait has already arrived. Threads in a later barrier are woken to see that
 * this thread will not arrive there. The others sleep until the last one has finished. The records
 * of arrivals are compared after all threads have finished, when nobody writes them. */
void upcr_barrier_at_end(int status) {
  struct upcr_job_thread *self = &upcr_job->thread[upcr_self.mythread];
  upcr_settle_barrier();
  if (upcr_open_scope)
    upcr_fatal_after_end(status,
                         "has ended with status %d before %s, where the other threads wait for it",
                         status, upcr_open_scope);
  self->exit_status = status;
  atomic_store_explicit(&self->finish_phase, phase, memory_order_relaxed);
  if (standing == FREE)
    arrive(upcr_token(UPCR_TOKEN_END, 0), 0);
  atomic_store_explicit(&self->state, UPCR_STATE_FINISHED, memory_order_release);
  uint32_t before = atomic_fetch_add_explicit(&upcr_job->core->finished, 1, memory_order_seq_cst);
  upcr_fence_beside_rmw();
  if (upcr_has_nodes())
    upcr_notify_supervisor();
  if (before + 1 != (uint32_t)(upcr_job->config.end - upcr_job->config.first))
    wake_beyond();
  else if (!upcr_has_nodes())
    upcr_arrival_wake_all();
  upcr_wait_for(&(struct upcr_waiting){.done = all_finished,
                                       .arg = upcr_job->core,
                                       .patient = true,
                                       .reason = {.what = "the other threads to end"}});
  upcr_arrivals_compare_ends(phase);
}
