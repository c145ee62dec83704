/* SPDX-License-Identifier: Apache-2.0 */
/* The progress thread: conduits receive and complete only while somebody of the process looks,
 * whatever they promise.
 *
 * UPC threads that wait look themselves, and faster. So long the progress thread only checks now
 * and then whether they still do (`looked`); when they do not, or one of them is about to sleep, it
 * sleeps on the conduit's descriptor and serves what comes. A process whose threads compute is thus
 * served at once, but for the first TURN after they began to. A thread that falls asleep says so:
 * until the progress thread noticed by itself, a sender would stand still for milliseconds. */
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <time.h>

#include "../../base/system.h"
#include "../../base/log.h"
#include "far.h"

enum {
  TURN = 1000000,  /* ns between two looks whether UPC threads look */
  LOOK = 1,        /* ms, without a descriptor */
  LOOK_ON = 40000, /* ns: some round trips over TCP, and more than a sleep and a wake */
  PATIENCE = 600   /* of 5 ms */
};

static _Atomic uint32_t looked; /* by a UPC thread since the progress thread checked last */
static _Atomic bool over;       /* all threads of the job have finished */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t called = PTHREAD_COND_INITIALIZER;
static _Atomic bool
    is_yours; /* a UPC thread was about to sleep since the progress thread rested last */
static _Atomic bool is_still; /* the progress thread rests: UPC threads look */

static bool they_look(void) { return atomic_load_explicit(&looked, memory_order_relaxed); }

static bool they_looked(void) { return atomic_exchange_explicit(&looked, 0, memory_order_relaxed); }

static bool poll_for_all(void) {
  if (!they_look())
    atomic_store_explicit(&looked, 1, memory_order_relaxed);
  return upcr_far_poll();
}

/* Where the node has groups that do not map each other's memory, net/smp has requests, too. */
bool upcr_nodes_poll(void) {
  bool served = upcr_job->config.pshm_width != 0 && upcr_net_smp.poll();
  return poll_for_all() || served;
}

/* Of the process's UPC threads. */
static int asleep(void) {
  int count = 0;
  for (int t = upcr_far_process.first; t < upcr_far_process.first + upcr_far_process.count; t++)
    count += atomic_load_explicit(&upcr_job->thread[t].asleep, memory_order_relaxed) != 0;
  return count;
}

static bool all_asleep(void) { return asleep() == upcr_far_process.count; }

/* A UPC thread is about to sleep, as all others do: the progress thread has to look from now on.
 * Either the store is seen in rest(), or `is_still` is seen here; in the latter case the mutex is
 * free when the progress thread waits. */
static void take_over(void) {
  if (asleep() < upcr_far_process.count - 1)
    return;
  atomic_store_explicit(&is_yours, true, memory_order_seq_cst);
  if (!atomic_load_explicit(&is_still, memory_order_seq_cst))
    return;
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&called);
  pthread_mutex_unlock(&mutex);
}

/* For a TURN, or until a UPC thread is about to sleep: true. */
static bool rest(void) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += TURN;
  if (until.tv_nsec >= 1000000000) {
    until.tv_sec++;
    until.tv_nsec -= 1000000000;
  }
  pthread_mutex_lock(&mutex);
  atomic_store_explicit(&is_still, true, memory_order_seq_cst);
  if (!atomic_load_explicit(&is_yours, memory_order_seq_cst))
    pthread_cond_timedwait(&called, &mutex, &until);
  atomic_store_explicit(&is_still, false, memory_order_relaxed);
  pthread_mutex_unlock(&mutex);
  return atomic_exchange_explicit(&is_yours, false, memory_order_relaxed);
}

static bool all_finished(void) {
  return atomic_load_explicit(&upcr_job->core->all_finished, memory_order_acquire) ||
         atomic_load_explicit(&upcr_job->global_exit, memory_order_acquire);
}

/* A peer that left early may have left because the job ends, of which this node's supervisor hears
 * soon. */
static bool is_over(void) {
  const struct timespec pause = {.tv_nsec = 5000000};
  for (int i = 0; i < PATIENCE && !all_finished(); i++)
    nanosleep(&pause, 0);
  return all_finished();
}

void upcr_far_stop(void) {
  const struct timespec stays = {.tv_nsec = upcr_far_process.conduit->stays * 1000000L};
  if (stays.tv_nsec)
    nanosleep(&stays, 0);
  atomic_store_explicit(&over, true, memory_order_release);
}

/* After a wake, where all UPC threads of the process sleep: one message is often followed by the
 * next, and a large transfer is a stream of pieces, each of which would cost a sleep and a wake.
 * The yield is for a thread that what came has woken. Beside threads that compute it does not look
 * on: it would use up its share of their processors, and then stand still for ticks. */
static void look_on(void) {
  if (upcr_wait_crowded())
    return;
  int64_t begin = upcr_clock_ns();
  while (upcr_clock_ns() - begin < LOOK_ON && all_asleep() && !they_look()) {
    sched_yield();
    if (upcr_far_poll())
      begin = upcr_clock_ns();
  }
}

/* False: nothing came, or the conduit cannot tell. */
static bool sleep_until_something_comes(void) {
  const struct upcr_conduit *conduit = upcr_far_process.conduit;
  struct pollfd fds[UPCR_CONDUIT_DESCRIPTORS];
  int descriptors[UPCR_CONDUIT_DESCRIPTORS], count = conduit->descriptors(descriptors);
  for (int i = 0; i < count; i++)
    fds[i] = (struct pollfd){.fd = descriptors[i], .events = POLLIN};
  return !conduit->arm() || poll(fds, (nfds_t)count, count > 0 ? -1 : LOOK) > 0;
}

/* Until no UPC thread has looked for a TURN, or one is about to sleep. Once is not enough to begin:
 * a thread looks before it sleeps. */
static void leave_it_to_them(void) {
  static int times; /* in a row that they had looked */
  times = they_looked() ? times + 1 : 0;
  while (times > 1) {
    bool called_over = rest();
    times = they_looked() && !called_over ? times : 0;
  }
}

static bool is_at_end(void) { return atomic_load_explicit(&over, memory_order_acquire); }

static void *help(void *unused) {
  while (!is_at_end()) {
    leave_it_to_them();
    bool came = sleep_until_something_comes();
    if (is_at_end())
      break;
    bool served = upcr_far_poll();
    if (came && !served && upcr_far_process.conduit->is_taken())
      sched_yield(); /* the thread in it may have lost its processor to this one */
    else if (came || served)
      look_on();
  }
  return unused;
}

void upcr_far_start_progress(void) {
  int why = upcr_background_pthread(help, 0);
  if (why)
    upcr_fatal("cannot start the thread that answers other nodes: %s; use a higher limit (ulimit "
               "-u, ulimit -v)",
               strerror(why));
  upcr_before_resting = take_over;
  upcr_conduit_is_over = is_over;
}
