/* SPDX-License-Identifier: Apache-2.0 */
#include "watchdog.h"

#include "../base/settings.h"
#include "../mem/job.h"
#include "boot.h"

#define SECOND INT64_C(1000000000)

/* A deadlock is found at the second tick after it began. */
static const int64_t tick = SECOND / 2;

void upcr_watchdog_start(struct upcr_watchdog *watch, int64_t now) {
  *watch = (struct upcr_watchdog){
      .timeout_at = INT64_MAX, .tick_at = INT64_MAX, .still_since = INT64_MAX};
  if (upcr_boot.layout.node != 0)
    return;
  if (upcr_settings.timeout > 0)
    watch->timeout_at = now + upcr_settings.timeout * SECOND;
  if (upcr_settings.deadlock || upcr_settings.watchdog > 0)
    watch->deadlocks = upcr_deadlock_new(upcr_job->config.threads);
  if (watch->deadlocks)
    watch->tick_at = now + tick;
}

int64_t upcr_watchdog_due(const struct upcr_watchdog *watch) {
  return watch->timeout_at < watch->tick_at ? watch->timeout_at : watch->tick_at;
}

static void look_for_progress(struct upcr_watchdog *watch, struct upcr_hang_report *report,
                              int64_t now) {
  uint64_t progress;
  bool waits = upcr_deadlock_all_wait(watch->deadlocks, &progress);
  if (!waits || progress != watch->progress || watch->still_since == INT64_MAX) {
    watch->progress = progress;
    watch->still_since = now;
    watch->told = false;
    return;
  }
  if (watch->told || now - watch->still_since < upcr_settings.watchdog * SECOND)
    return;
  watch->told = true;
  upcr_hang_report_begin(report, UPCR_HANG_REPORT_GO_ON, now,
                         "every thread has waited for %d s (UPC_WATCHDOG):",
                         (int)((now - watch->still_since) / SECOND));
}

static bool report_deadlock(int stuck, struct upcr_hang_report *report, int64_t now) {
  if (stuck == 0 || !upcr_settings.deadlock)
    return false;
  if (stuck == 1)
    upcr_hang_report_begin(report, UPCR_HANG_REPORT_GIVE_UP, now,
                           "deadlock: a thread waits for an event that no other thread can cause:");
  else
    upcr_hang_report_begin(report, UPCR_HANG_REPORT_GIVE_UP, now,
                           "deadlock: %d threads wait for each other in locks, barriers, "
                           "semaphores and ends of tasks:",
                           stuck);
  return true;
}

int upcr_watchdog_step(struct upcr_watchdog *watch, struct upcr_hang_report *report, int64_t now) {
  if (upcr_boot.layout.node != 0)
    upcr_deadlock_answer();
  if (report->under_way)
    return -1;
  if (now >= watch->timeout_at) {
    watch->timeout_at = INT64_MAX;
    upcr_hang_report_begin(
        report, UPCR_HANG_REPORT_GIVE_UP, now,
        "the job has not ended in %d s (upcrun -timeout, UPC_TIMEOUT):", upcr_settings.timeout);
    return UPCR_BOOT_TIMEOUT_STATUS;
  }
  if (watch->deadlocks && report_deadlock(upcr_deadlock_go_on(watch->deadlocks), report, now))
    return 1;
  if (now < watch->tick_at)
    return -1;
  watch->tick_at = now + tick;
  if (upcr_settings.watchdog > 0)
    look_for_progress(watch, report, now); /* by what the tick before read */
  return !report->under_way && report_deadlock(upcr_deadlock_look(watch->deadlocks), report, now)
             ? 1
             : -1;
}
