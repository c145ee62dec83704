#include "watch.h"

#include "../base/settings.h"
#include "../mem/job.h"
#include "boot.h"
#include "deadlock.h"

#define SECOND INT64_C(1000000000)

/* A deadlock is found at the second tick after it began. */
static const int64_t tick = SECOND / 2;

void upcr_watch_start(struct upcr_watch *watch, int64_t now) {
  *watch = (struct upcr_watch){.timeout_at = INT64_MAX, .tick_at = INT64_MAX, .still_since = INT64_MAX};
  if (upcr_settings.timeout > 0)
    watch->timeout_at = now + upcr_settings.timeout * SECOND;
  if (upcr_settings.deadlock &&
      !upcr_has_nodes()) /* who waits for a thread of another node is not stuck by what is seen here */
    watch->deadlocks = upcr_deadlock_new(upcr_job->config.threads);
  if (watch->deadlocks || upcr_settings.watchdog > 0)
    watch->tick_at = now + tick;
}

int64_t upcr_watch_due(const struct upcr_watch *watch) {
  return watch->timeout_at < watch->tick_at ? watch->timeout_at : watch->tick_at;
}

/* Does every thread that has not ended wait, and one at least? Adds up the turns of their notes. */
static bool all_wait(uint64_t *progress) {
  int waiting = 0;
  *progress = 0;
  for (int t = upcr_job->config.first; t < upcr_job->config.end; t++) {
    const struct upcr_job_thread *thread = &upcr_job->thread[t];
    struct upcr_wait_seen seen;
    if (!upcr_wait_look(&thread->wait, &seen) || (*progress += seen.turn, !seen.what))
      return false;
    waiting += atomic_load_explicit(&thread->state, memory_order_acquire) == UPCR_STATE_RUNNING;
  }
  return waiting > 0;
}

static void look_for_progress(struct upcr_watch *watch, struct upcr_look *look, int64_t now) {
  uint64_t progress;
  bool waits = all_wait(&progress);
  if (!waits || progress != watch->progress || watch->still_since == INT64_MAX) {
    watch->progress = progress;
    watch->still_since = now;
    watch->told = false;
    return;
  }
  if (watch->told || now - watch->still_since < upcr_settings.watchdog * SECOND)
    return;
  watch->told = true;
  upcr_look_begin(look, UPCR_LOOK_GO_ON, now,
                  "every thread has waited for %d s (UPC_WATCHDOG):", (int)((now - watch->still_since) / SECOND));
}

static bool look_for_deadlock(struct upcr_watch *watch, struct upcr_look *look, int64_t now) {
  int stuck = upcr_deadlock_look(watch->deadlocks);
  if (stuck == 0)
    return false;
  if (stuck == 1)
    upcr_look_begin(look, UPCR_LOOK_GIVE_UP, now, "deadlock: a thread waits for what no other will bring, for ever:");
  else
    upcr_look_begin(look, UPCR_LOOK_GIVE_UP, now,
                    "deadlock: %d threads wait for each other in locks, barriers and semaphores, for ever:", stuck);
  return true;
}

int upcr_watch_step(struct upcr_watch *watch, struct upcr_look *look, int64_t now) {
  if (look->under_way)
    return -1;
  if (now >= watch->timeout_at) {
    watch->timeout_at = INT64_MAX;
    upcr_look_begin(look, UPCR_LOOK_GIVE_UP, now,
                    "the job has not ended in %d s (upcrun -timeout, UPC_TIMEOUT):", upcr_settings.timeout);
    return UPCR_BOOT_TIMEOUT_STATUS;
  }
  if (now < watch->tick_at)
    return -1;
  watch->tick_at = now + tick;
  if (upcr_settings.watchdog > 0)
    look_for_progress(watch, look, now);
  return watch->deadlocks && look_for_deadlock(watch, look, now) ? 1 : -1;
}
