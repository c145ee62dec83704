/* SPDX-License-Identifier: Apache-2.0 */
/* Some providers take signals when they are loaded or opened (libfabric's shm, UCX's backtraces).
 * The runtime and the program keep their own: what a library changed meanwhile is put back. */
#ifndef UPCR_NET_CONDUIT_SIGNALS_H
#define UPCR_NET_CONDUIT_SIGNALS_H

#include <signal.h>

enum { UPCR_SIGNALS = 32 }; /* all but the real-time ones, which the C library uses for threads */

struct upcr_signals {
  struct sigaction action[UPCR_SIGNALS];
};

void upcr_signals_save(struct upcr_signals *signals);
void upcr_signals_restore(const struct upcr_signals *signals);

#endif
