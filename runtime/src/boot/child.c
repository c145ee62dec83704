/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "boot.h"
#include "freeze.h"
#include "mpir.h"

_Noreturn void upcr_boot_child(int p, const int out[2]) {
  /* Dies with the supervisor, also when that is killed; if it is gone already, the signal will not
   * come. */
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != upcr_boot.supervisor)
    _exit(1);
  prctl(PR_SET_CHILD_SUBREAPER, 0);
  const struct upcr_boot_plan *plan = &upcr_boot.plan;
  upcr_boot.pid = getpid();
  upcr_boot.first = plan->first[p];
  upcr_boot.count = plan->first[p + 1] - upcr_boot.first;
  upcr_mpir_hold();
  upcr_boot_redirect(p, out);
  upcr_freeze_process(upcr_boot.first, upcr_boot.count);
  upcr_boot_buffer_stdio();
  upcr_boot_run();
}
