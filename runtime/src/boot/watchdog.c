/* SPDX-License-Identifier: Apache-2.0 */
#include "watchdog.h"

#include <stdlib.h>

#include "../base/settings.h"
#include "../mem/job.h"
#include "boot.h"

#define SECOND INT64_C(1000000000)

/* A deadlock is found at the second tick after it began, and reported at the third. */
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

static void begin_deadlock_report(const struct upcr_watchdog *watch,
                                  struct upcr_hang_report *report, int64_t now) {
  char *threads = upcr_deadlock_threads(watch->deadlocks);
  if (watch->stuck == 1)
    upcr_hang_report_begin(report, UPCR_HANG_REPORT_GIVE_UP, now,
                           "deadlock: thread %s waits for an event that no other thread can cause:",
                           threads ? threads : "?");
  else
    upcr_hang_report_begin(report, UPCR_HANG_REPORT_GIVE_UP, now,
                           "deadlock: threads %s wait for each other in locks, barriers, "
                           "semaphores and ends of tasks:",
                           threads ? threads : "?");
  free(threads);
}

/* `stuck`: threads in a deadlock, by a check. It is reported when a second check has found no more
 * of them: threads that are late, on a loaded machine, are then part of it. Returns the job's
 * status, -1: no report. */
static int report_deadlock(struct upcr_watchdog *watch, int stuck, struct upcr_hang_report *report,
                           int64_t now) {
  if (stuck == 0 || !upcr_settings.deadlock)
    return -1;
  bool grew = stuck != watch->stuck;
  watch->stuck = stuck;
  if (grew)
    return -1;
  begin_deadlock_report(watch, report, now);
  int status = upcr_deadlock_exit_status(watch->deadlocks);
  return status ? status : 1;
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
  int status = -1;
  if (watch->deadlocks)
    status = report_deadlock(watch, upcr_deadlock_go_on(watch->deadlocks), report, now);
  if (status >= 0 || now < watch->tick_at)
    return status;
  watch->tick_at = now + tick;
  if (upcr_settings.watchdog > 0)
    look_for_progress(watch, report, now); /* by what the tick before read */
  return report->under_way
             ? -1
             : report_deadlock(watch, upcr_deadlock_look(watch->deadlocks), report, now);
}
