/* SPDX-License-Identifier: Apache-2.0 */
/* The progress thread of a process. A conduit makes progress only while a thread of the process
 * polls it.
 *
 * Waiting UPC threads poll it themselves, and faster; a thread that starts transfer after transfer
 * soon waits. Meanwhile the progress thread rests, because it would contend for the conduit's mutex
 * and the processor. Every TURN it polls once, and checks whether they still use the conduit
 * (`used_at`). If they do not, or if one is about to sleep, it sleeps on the conduit's descriptors
 * and serves what arrives. So a process whose threads compute is served at once, except in the
 * first TURN. A UPC thread that falls asleep calls the progress thread: otherwise a sender would
 * wait for milliseconds.
 *
 * Nothing is lost: each rest ends by its time and a poll follows it, and each sleep is on
 * descriptors that were armed while nothing was left. A message waits for a TURN at most, and only
 * if a UPC thread has used the conduit less than RECENT before the rest began.
 *
 * Threads that compute between exchanges take what has come at their next exchange, in one poll. A
 * wake for each message would take a tenth of their time. So the progress thread also rests until
 * LINGER after the last use, unless one of the threads sleeps, the conduit moves their data, or a
 * peer asked for prompt answers less than WISHED ago. A thread that has waited long for an answer
 * asks (far_request.c).
 *
 * A large transfer comes in pieces, each of which is progress: UPC threads that wait for it sleep
 * until it is over (upcr_far_wake_waiting). A wake for each piece would let them poll, and each
 * such use would make the progress thread rest while the next pieces come. */
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <time.h>

#include "../../base/system.h"
#include "../../base/log.h"
#include "far.h"

enum {
  TURN = 1000000,        /* ns between two checks whether UPC threads use the conduit */
  LONG_TURN = 2000000,   /* ns: the same while it lingers */
  RECENT = 200000,       /* ns: the start of a transfer by a thread that may lose its processor */
  LINGER = 4000000,      /* ns: a wake then costs less than a hundredth of the time since */
  WISHED = 200000000,    /* ns: a hundred times LONG_TURN, for which a wish may wait */
  NO_DESCRIPTOR = 1,     /* ms between two polls of a conduit without descriptors */
  KEEPS_POLLING = 40000, /* ns: some round trips over TCP, and more than a sleep and a wake */
  PATIENCE = 600         /* waits of 5 ms: 3 s */
};

static _Atomic int64_t used_at;   /* last use of the conduit by a UPC thread, by upcr_clock_ns */
static _Atomic int64_t polled_at; /* last poll by one */
static _Atomic int64_t wished_at; /* last time that a peer asked for prompt answers */
static _Atomic bool over;         /* all threads of the job have finished */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t call = PTHREAD_COND_INITIALIZER;
static _Atomic bool is_called;  /* by a UPC thread about to sleep, since the last rest */
static _Atomic bool is_resting; /* the progress thread leaves polling to UPC threads */

void upcr_far_note_use(void) {
  atomic_store_explicit(&used_at, upcr_clock_ns(), memory_order_relaxed);
}

static bool poll_for_all(void) {
  int64_t now = upcr_clock_ns();
  atomic_store_explicit(&used_at, now, memory_order_relaxed);
  atomic_store_explicit(&polled_at, now, memory_order_relaxed);
  return upcr_far_poll();
}

/* net/smp has requests too, if the node has groups that do not map each other's memory. */
bool upcr_nodes_poll_node(void) { return upcr_job->config.pshm_width != 0 && upcr_net_smp.poll(); }

bool upcr_nodes_poll(void) {
  bool served = upcr_nodes_poll_node();
  return poll_for_all() || served;
}

/* The number of UPC threads of the process that sleep. */
static int asleep(void) {
  int count = 0;
  for (int t = upcr_far_process.first; t < upcr_far_process.first + upcr_far_process.count; t++)
    count += atomic_load_explicit(&upcr_job->thread[t].asleep, memory_order_relaxed) != 0;
  return count;
}

static bool all_asleep(void) { return asleep() == upcr_far_process.count; }

void upcr_far_note_wish(void) {
  atomic_store_explicit(&wished_at, upcr_clock_ns(), memory_order_relaxed);
}

static bool may_linger(int64_t now) {
  return now - atomic_load_explicit(&wished_at, memory_order_relaxed) >= WISHED && asleep() == 0 &&
         !upcr_far_moves_data();
}

static bool they_use_it(void) {
  int64_t now = upcr_clock_ns(), age = now - atomic_load_explicit(&used_at, memory_order_relaxed);
  return (age < RECENT && !all_asleep()) || (age < LINGER && may_linger(now));
}

/* Called by a UPC thread that is about to sleep. If all others sleep, the progress thread must poll
 * from now on. Either rest_until_called sees the store, or `is_resting` is seen here; in the latter
 * case the mutex is free when the progress thread waits. */
static void call_progress_thread(void) {
  if (asleep() < upcr_far_process.count - 1)
    return;
  atomic_store_explicit(&is_called, true, memory_order_seq_cst);
  if (!atomic_load_explicit(&is_resting, memory_order_seq_cst))
    return;
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&call);
  pthread_mutex_unlock(&mutex);
}

/* Rests for `ns` nanoseconds, at most a second, or until a UPC thread calls: true. */
static bool rest_until_called(long ns) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += ns;
  if (until.tv_nsec >= 1000000000) {
    until.tv_sec++;
    until.tv_nsec -= 1000000000;
  }
  pthread_mutex_lock(&mutex);
  atomic_store_explicit(&is_resting, true, memory_order_seq_cst);
  if (!atomic_load_explicit(&is_called, memory_order_seq_cst))
    pthread_cond_timedwait(&call, &mutex, &until);
  atomic_store_explicit(&is_resting, false, memory_order_relaxed);
  pthread_mutex_unlock(&mutex);
  return atomic_exchange_explicit(&is_called, false, memory_order_relaxed);
}

static bool job_ends(void) {
  return atomic_load_explicit(&upcr_job->core->all_finished, memory_order_acquire) ||
         atomic_load_explicit(&upcr_job->global_exit, memory_order_acquire) ||
         atomic_load_explicit(&upcr_job->ending, memory_order_relaxed);
}

/* A peer may have left early because the job ends. This node's supervisor soon hears of it. */
static bool is_over(void) {
  const struct timespec pause = {.tv_nsec = 5000000};
  for (int i = 0; i < PATIENCE && !job_ends(); i++)
    nanosleep(&pause, 0);
  return job_ends();
}

void upcr_far_stop(void) {
  const struct timespec stays = {.tv_nsec = upcr_far_process.conduit->stays * 1000000L};
  if (stays.tv_nsec)
    nanosleep(&stays, 0);
  atomic_store_explicit(&over, true, memory_order_release);
}

/* After a message, while all UPC threads of the process sleep: messages come in series, and a large
 * transfer is a stream of pieces, each of which would cost a sleep and a wake. The yield is for a
 * thread that a message has woken. Not while threads compute: the progress thread would use up its
 * share of their processors, and then stand still for ticks. */
static void keep_polling(void) {
  if (upcr_wait_oversubscribed())
    return;
  int64_t begin = upcr_clock_ns();
  while (upcr_clock_ns() - begin < KEEPS_POLLING && all_asleep()) {
    sched_yield();
    if (upcr_far_poll())
      begin = upcr_clock_ns();
  }
}

/* False: nothing has arrived, or the conduit cannot tell. */
static bool sleep_on_descriptors(void) {
  const struct upcr_conduit *conduit = upcr_far_process.conduit;
  struct pollfd fds[UPCR_CONDUIT_DESCRIPTORS];
  int descriptors[UPCR_CONDUIT_DESCRIPTORS], count = conduit->descriptors(descriptors);
  for (int i = 0; i < count; i++)
    fds[i] = (struct pollfd){.fd = descriptors[i], .events = POLLIN};
  return !conduit->arm() || poll(fds, (nfds_t)count, count > 0 ? -1 : NO_DESCRIPTOR) > 0;
}

/* Rests until no UPC thread uses the conduit, or one calls: true. Threads that start transfers
 * without waiting poll seldom, so arrivals are served here after each rest. */
static bool rest_while_others_use_it(void) {
  while (they_use_it()) {
    int64_t begin = upcr_clock_ns();
    if (rest_until_called(may_linger(begin) ? LONG_TURN : TURN))
      return true;
    if (atomic_load_explicit(&polled_at, memory_order_relaxed) < begin)
      upcr_far_poll();
  }
  return false;
}

/* Acquire: pairs with the release in upcr_far_stop. */
static bool is_at_end(void) { return atomic_load_explicit(&over, memory_order_acquire); }

static void *help(void *unused) {
  while (!is_at_end()) {
    bool was_called = rest_while_others_use_it();
    bool arrived = sleep_on_descriptors();
    if (is_at_end())
      break;
    if (arrived && !was_called && they_use_it())
      continue;
    bool served = upcr_far_poll();
    if (arrived && !served && upcr_far_process.conduit->is_taken())
      sched_yield(); /* this thread may have taken the processor of the thread in it */
    else if (arrived || served)
      keep_polling();
  }
  return unused;
}

void upcr_far_start_progress(void) {
  int why = upcr_background_pthread(help, 0);
  if (why)
    upcr_fatal("cannot start the thread that answers other nodes: %s; use a higher limit (ulimit "
               "-u, ulimit -v)",
               strerror(why));
  upcr_before_each_sleep = call_progress_thread;
  upcr_conduit_is_over = is_over;
}
