/* SPDX-License-Identifier: Apache-2.0 */
#include "conduit_signals.h"

#include <string.h>

void upcr_signals_save(struct upcr_signals *signals) {
  for (int i = 1; i < UPCR_SIGNALS; i++)
    if (sigaction(i, 0, &signals->action[i]) != 0)
      memset(&signals->action[i], 0, sizeof signals->action[i]);
}

void upcr_signals_restore(const struct upcr_signals *signals) {
  for (int i = 1; i < UPCR_SIGNALS; i++) {
    struct sigaction now;
    if (i != SIGKILL && i != SIGSTOP && sigaction(i, 0, &now) == 0 &&
        now.sa_handler != signals->action[i].sa_handler)
      sigaction(i, &signals->action[i], 0);
  }
}
