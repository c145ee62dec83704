/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that all conduits share, and tables of conduits whose libraries had no headers when the
 * runtime was built. */
#include "conduit.h"

#include <stdlib.h>
#include <string.h>

#include "conduit_interface.h"

static bool never(void) { return false; }
bool (*upcr_conduit_is_over)(void) = never;

#ifdef UPCR_WITHOUT_OFI
const struct upcr_conduit *const upcr_conduit_ofi = 0;
#endif
#ifdef UPCR_WITHOUT_UCX
const struct upcr_conduit *const upcr_conduit_ucx = 0;
#endif

unsigned upcr_environment_set(const struct upcr_environment_setting *settings, int count) {
  unsigned made = 0;
  bool adapter = upcr_interface_has_adapter(0);
  for (int i = 0; i < count; i++)
    if (!getenv(settings[i].name) && !(settings[i].without_adapter && adapter) &&
        setenv(settings[i].name, settings[i].value, 1) == 0)
      made |= 1u << i;
  return made;
}

void upcr_environment_reset(const struct upcr_environment_setting *settings, unsigned made) {
  for (int i = 0; made >> i; i++)
    if (made >> i & 1)
      unsetenv(settings[i].name);
}

static void block_signals_from_outside(sigset_t *before) {
  static const int from_outside[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < sizeof from_outside / sizeof *from_outside; i++)
    sigaddset(&set, from_outside[i]);
  pthread_sigmask(SIG_BLOCK, &set, before);
}

void upcr_signals_save(struct upcr_signals *signals) {
  block_signals_from_outside(&signals->mask);
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
  pthread_sigmask(SIG_SETMASK, &signals->mask, 0);
}
