/* The proof. Threads are *stuck* when each of them waits for something that only another of them can bring: in a lock, the
 * thread that holds it; in a barrier, one that has not come to it; for a count (a semaphore's), any thread at all, so that such a
 * thread is stuck only when all others are too, or have ended. None of them comes out of its wait before another does, so none
 * ever does.
 *
 * It must hold for all of them at one moment. Two looks at a thread's note that give the same turn show that it was in one wait
 * all the time between (base/wait.h). So: all notes are read; then, between, the holders of the locks and the barriers
 * arrived at; then all notes again. A stuck thread did not run between, so it released no lock and came to no barrier: what was
 * read of it held from the first reading to the second. In particular who holds a lock and is stuck held it throughout: it
 * could be made the holder by another only of the lock that it waits for, and a thread that holds what it waits for (it was
 * granted the lock and has not run yet) is not stuck. A count that was read as too low had been raised by all that the stuck threads, and those
 * that were read as ended before, ever raise it. models/deadlock.pml checks it.
 *
 * The first reading is that of the look before, so that the rest is done only for threads that wait long. A program's own
 * pthreads may call UPC functions for a UPC thread that waits: in a process with more pthreads than UPC threads nobody counts as stuck. */
#define _GNU_SOURCE
#include "deadlock.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "../mem/segment.h"
#include "boot.h"

struct waiter {
  struct upcr_wait_seen seen;
  bool stuck, ended;
  bool is_short; /* the count that it waits for is too low */
  int holder;    /* of the lock that it waits for, -1: none */
  uint32_t arrived;
};

struct upcr_deadlock {
  int threads;
  struct waiter waiter[];
};

struct upcr_deadlock *upcr_deadlock_new(int threads) {
  struct upcr_deadlock *deadlock = calloc(1, sizeof *deadlock + (size_t)threads * sizeof *deadlock->waiter);
  if (deadlock)
    deadlock->threads = threads;
  return deadlock;
}

static bool may_be_stuck(const struct upcr_wait_seen *seen) { return seen->what && seen->kind != UPCR_WAIT_OTHER; }

static bool has_ended(int thread) {
  return atomic_load_explicit(&upcr_job->thread[thread].state, memory_order_acquire) >= UPCR_STATE_FINISHED;
}

/* In the same wait as at the look before, one that others end? Notes what it waits for now. */
static bool still_waits(struct waiter *waiter, int thread) {
  struct upcr_wait_seen before = waiter->seen;
  const struct upcr_job_thread *self = &upcr_job->thread[thread];
  if (!upcr_wait_look(&self->wait, &waiter->seen)) {
    waiter->seen = (struct upcr_wait_seen){0};
    return false;
  }
  return atomic_load_explicit(&self->state, memory_order_acquire) == UPCR_STATE_RUNNING && may_be_stuck(&before) &&
         before.turn == waiter->seen.turn;
}

/* A pointer that is no object's, as of a semaphore that was freed, counts as high enough. */
static bool is_count_short(const struct upcr_wait_seen *seen) {
  uint64_t at = seen->object, offset = upcr_pts_offset(at);
  if (upcr_thread(at) >= (uint64_t)upcr_job->config.threads || offset < upcr_job->heap_base ||
      offset >= upcr_job->heap_end)
    return false;
  return __atomic_load_n((const uint64_t *)(const void *)upcr_segment_address(at), __ATOMIC_ACQUIRE) < seen->need;
}

static void note_what_is_missing(struct waiter *waiter, int thread) {
  waiter->is_short = waiter->seen.kind == UPCR_WAIT_COUNT && is_count_short(&waiter->seen);
  waiter->holder = waiter->seen.kind == UPCR_WAIT_LOCK ? upcr_core_look_at_lock(waiter->seen.object).holder : -1;
  waiter->arrived = atomic_load_explicit(&upcr_job->thread[thread].notified, memory_order_acquire);
}

/* Barriers arrived at by the stuck thread that has come to the fewest; counted modulo 2^32. */
static uint32_t fewest_arrivals(const struct upcr_deadlock *d) {
  bool any = false;
  uint32_t fewest = 0;
  for (int t = 0; t < d->threads; t++)
    if (d->waiter[t].stuck && (!any || (int32_t)(d->waiter[t].arrived - fewest) < 0)) {
      fewest = d->waiter[t].arrived;
      any = true;
    }
  return fewest;
}

/* Threads that may still do anything. */
static int count_free(const struct upcr_deadlock *d) {
  int count = 0;
  for (int t = 0; t < d->threads; t++)
    count += !d->waiter[t].stuck && !d->waiter[t].ended;
  return count;
}

/* `fewest` arrivals of a stuck thread; `free` threads. */
static bool waits_for_stuck(const struct upcr_deadlock *d, int t, uint32_t fewest, int free) {
  const struct waiter *waiter = &d->waiter[t];
  if (waiter->seen.kind == UPCR_WAIT_COUNT)
    return waiter->is_short && free == 0;
  if (waiter->seen.kind == UPCR_WAIT_LOCK)
    return waiter->holder >= 0 && waiter->holder != t && d->waiter[waiter->holder].stuck;
  return (int32_t)(fewest - waiter->arrived) < 0;
}

/* Takes out whom a thread outside the set may help, until nobody is left to take out. */
static int shrink(struct upcr_deadlock *d) {
  int count, removed;
  do {
    uint32_t fewest = fewest_arrivals(d);
    int free = count_free(d);
    count = removed = 0;
    for (int t = 0; t < d->threads; t++) {
      if (!d->waiter[t].stuck)
        continue;
      count++;
      if (!waits_for_stuck(d, t, fewest, free)) {
        d->waiter[t].stuck = false;
        removed++;
      }
    }
  } while (removed > 0);
  return count;
}

/* Pthreads of the process; more than a job can have: not known. */
static int tasks_of(int pid) {
  char path[48];
  int tasks = 0;
  snprintf(path, sizeof path, "/proc/%d/task", pid);
  DIR *folder = opendir(path);
  if (!folder)
    return UPCR_BOOT_THREADS_MAX + 1;
  for (struct dirent *entry; (entry = readdir(folder));)
    tasks += entry->d_name[0] != '.';
  closedir(folder);
  return tasks;
}

/* Does anybody else act for the process's UPC threads? The runtime's own helper (net/smp/) does not. */
static bool has_others(int process) {
  const int *first = upcr_boot.plan.first;
  int pid = atomic_load(&upcr_job->thread[first[process]].pid);
  int helpers = upcr_job->config.pshm_width != 0 && upcr_boot.plan.processes > 1;
  return tasks_of(pid) > first[process + 1] - first[process] + helpers;
}

static bool leave_out_helped(struct upcr_deadlock *d) {
  bool any = false;
  for (int p = 0; p < upcr_boot.plan.processes; p++) {
    int idle = 0;
    for (int t = upcr_boot.plan.first[p]; t < upcr_boot.plan.first[p + 1]; t++)
      idle += d->waiter[t].stuck || d->waiter[t].ended;
    if (idle == 0 || !has_others(p))
      continue;
    any = true;
    for (int t = upcr_boot.plan.first[p]; t < upcr_boot.plan.first[p + 1]; t++)
      d->waiter[t].stuck = d->waiter[t].ended = false;
  }
  return any;
}

static void leave_out_moved(struct upcr_deadlock *d) {
  for (int t = 0; t < d->threads; t++) {
    struct upcr_wait_seen now;
    if (!d->waiter[t].stuck)
      continue;
    if (!upcr_wait_look(&upcr_job->thread[t].wait, &now) || now.turn != d->waiter[t].seen.turn)
      d->waiter[t].stuck = false;
  }
}

int upcr_deadlock_look(struct upcr_deadlock *d) {
  int waiting = 0;
  for (int t = 0; t < d->threads; t++) {
    waiting += d->waiter[t].stuck = still_waits(&d->waiter[t], t);
    d->waiter[t].ended = has_ended(t);
  }
  if (waiting == 0)
    return 0;
  for (int t = 0; t < d->threads; t++)
    note_what_is_missing(&d->waiter[t], t);
  if (shrink(d) == 0 || (leave_out_helped(d) && shrink(d) == 0))
    return 0;
  leave_out_moved(d);
  return shrink(d);
}
