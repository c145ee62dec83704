/* SPDX-License-Identifier: Apache-2.0 */
/* A thread of each process that answers requests while the process's UPC threads compute without
 * polling.
 *
 * It sleeps until a requester that has spun without an answer, and is about to sleep, wakes it. So
 * it costs nothing while targets poll often, and bounds a far access by some 100 us when they do
 * not. Without it a program that computes for a second would delay every access to its memory by a
 * second, and one that waits for another thread outside the runtime would delay them forever. It is
 * started only if some memory is not mapped. */
#include <pthread.h>
#include <string.h>

#include "../../base/system.h"
#include "../../base/log.h"
#include "../../mem/job.h"
#include "smp.h"

static struct upcr_bell bell_of(int process) {
  struct upcr_smp_inbox *inbox = &upcr_job->smp->inbox[process];
  return (struct upcr_bell){&inbox->helper_bell, &inbox->helper_asleep};
}

static bool served_some(void *unused) {
  (void)unused;
  return upcr_smp_poll();
}

static void *help(void *unused) {
  for (;;)
    upcr_sleep_unless(bell_of(upcr_smp_process), served_some, 0);
  return unused;
}

static void start(void) {
  int why = upcr_background_pthread(help, 0);
  if (why)
    upcr_fatal("cannot start the thread that answers far accesses to this process: %s; use a "
               "higher limit (ulimit -u, "
               "ulimit -v), or map all memory (UPC_PSHM_WIDTH=0)",
               strerror(why));
}

void upcr_smp_start_helper(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, start);
}

void upcr_smp_wake_helper(int process) { upcr_ring(bell_of(process)); }
