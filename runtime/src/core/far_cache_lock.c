/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "far_cache_lock.h"

#include <linux/membarrier.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

__thread enum upcr_far_cache_hold upcr_far_cache_hold __attribute__((tls_model("initial-exec")));

#ifdef __UPCR_PTHREADS__
void upcr_far_cache_lock(void) { upcr_far_cache_hold = UPCR_FAR_CACHE_RESERVED; }
void upcr_far_cache_unlock(void) { upcr_far_cache_hold = UPCR_FAR_CACHE_FREE; }
#else

struct upcr_far_cache_reservation upcr_far_cache_reservation;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static enum upcr_far_cache_hold nobody;

static long membarrier(int command) { return syscall(SYS_membarrier, command, 0, 0); }

/* Systems without it, or that forbid it to a container, have the mutex only. */
static bool may_be_reserved(void) {
  long commands = membarrier(MEMBARRIER_CMD_QUERY);
  return commands > 0 && (commands & MEMBARRIER_CMD_GLOBAL);
}

/* Once a process. */
static void end_reservation(void) {
  struct upcr_far_cache_reservation *r = &upcr_far_cache_reservation;
  atomic_store_explicit(&r->owner, &nobody, memory_order_relaxed);
  membarrier(MEMBARRIER_CMD_GLOBAL);
  while (atomic_load_explicit(&r->busy, memory_order_acquire))
    sched_yield();
}

void upcr_far_cache_lock(void) {
  struct upcr_far_cache_reservation *r = &upcr_far_cache_reservation;
  if (upcr_far_cache_try_reserved()) {
    upcr_far_cache_hold = UPCR_FAR_CACHE_RESERVED;
    return;
  }
  pthread_mutex_lock(&mutex);
  enum upcr_far_cache_hold *owner = atomic_load_explicit(&r->owner, memory_order_relaxed);
  if (!owner)
    atomic_store_explicit(&r->owner, may_be_reserved() ? &upcr_far_cache_hold : &nobody,
                          memory_order_relaxed);
  else if (owner != &nobody)
    end_reservation();
  upcr_far_cache_hold = UPCR_FAR_CACHE_MUTEX;
}

void upcr_far_cache_unlock(void) {
  bool is_reserved = upcr_far_cache_hold == UPCR_FAR_CACHE_RESERVED;
  upcr_far_cache_hold = UPCR_FAR_CACHE_FREE;
  if (is_reserved)
    upcr_far_cache_end_reserved();
  else
    pthread_mutex_unlock(&mutex);
}
#endif
