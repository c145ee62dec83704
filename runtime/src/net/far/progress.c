/* The progress thread: conduits receive and complete only while somebody of the process looks, whatever they promise.
 *
 * UPC threads that wait look themselves, and faster. So long the progress thread only checks now and then whether they
 * still do (`looked`); when they do not, or one of them is about to sleep, it sleeps on the conduit's descriptor and serves
 * what comes. A process whose threads compute is thus served at once, but for the first TURN after they began to. */
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "../../base/background_pthread.h"
#include "../../base/log.h"
#include "far.h"

enum {
  TURN = 1000000 /* ns between two looks whether UPC threads look */,
  LOOK = 1 /* ms, without a descriptor */,
  PATIENCE = 600 /* of 5 ms */
};

static _Atomic uint32_t looked; /* by a UPC thread since the progress thread checked last */
static _Atomic bool over;       /* all threads of the job have finished */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t called = PTHREAD_COND_INITIALIZER;
static bool is_yours;         /* under mutex */
static _Atomic bool is_still; /* the progress thread rests: UPC threads look */

static bool poll_for_all(void) {
  if (!atomic_load_explicit(&looked, memory_order_relaxed))
    atomic_store_explicit(&looked, 1, memory_order_relaxed);
  return upcr_far_poll();
}

/* Where the node has groups that do not map each other's memory, net/smp has requests, too. */
bool upcr_nodes_poll(void) {
  bool served = upcr_job->config.pshm_width != 0 && upcr_net_smp.poll();
  return poll_for_all() || served;
}

/* A UPC thread is about to sleep: the progress thread has to look from now on. */
static void take_over(void) {
  if (!atomic_load_explicit(&is_still, memory_order_acquire))
    return;
  pthread_mutex_lock(&mutex);
  is_yours = true;
  pthread_cond_signal(&called);
  pthread_mutex_unlock(&mutex);
}

static void rest(void) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += TURN;
  if (until.tv_nsec >= 1000000000) {
    until.tv_sec++;
    until.tv_nsec -= 1000000000;
  }
  pthread_mutex_lock(&mutex);
  atomic_store_explicit(&is_still, true, memory_order_release);
  if (!is_yours)
    pthread_cond_timedwait(&called, &mutex, &until);
  is_yours = false;
  atomic_store_explicit(&is_still, false, memory_order_release);
  pthread_mutex_unlock(&mutex);
}

static bool all_finished(void) {
  return atomic_load_explicit(&upcr_job->core->all_finished, memory_order_acquire) ||
         atomic_load_explicit(&upcr_job->global_exit, memory_order_acquire);
}

/* A peer that left early may have left because the job ends, of which this node's supervisor hears soon. */
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

static void *help(void *unused) {
  const struct upcr_conduit *conduit = upcr_far_process.conduit;
  for (int times = 0; !atomic_load_explicit(
           &over, memory_order_acquire);) { /* how often in a row UPC threads had looked: one does before it sleeps */
    times = atomic_exchange_explicit(&looked, 0, memory_order_relaxed) ? times + 1 : 0;
    while (times > 1) {
      rest();
      times = atomic_exchange_explicit(&looked, 0, memory_order_relaxed) ? times : 0;
    }
    struct pollfd fd = {.fd = conduit->descriptor(), .events = POLLIN};
    if (conduit->arm())
      poll(&fd, fd.fd >= 0, fd.fd >= 0 ? -1 : LOOK);
    if (!atomic_load_explicit(&over, memory_order_acquire))
      upcr_far_poll();
  }
  return unused;
}

void upcr_far_start_progress(void) {
  int why = upcr_background_pthread(help, 0);
  if (why)
    upcr_fatal("cannot start the thread that answers other nodes: %s; use a higher limit (ulimit -u, ulimit -v)",
               strerror(why));
  upcr_before_resting = take_over;
  upcr_conduit_is_over = is_over;
}
