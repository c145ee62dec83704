/* SPDX-License-Identifier: Apache-2.0 */
/* What a library reads from the environment while it is loaded, and cannot be told otherwise. Set
 * for that time alone, so that programs which the job starts do not get it, and only where the user
 * has not set it. */
#ifndef UPCR_NET_CONDUIT_ENVIRONMENT_H
#define UPCR_NET_CONDUIT_ENVIRONMENT_H

#include <stdbool.h>

enum { UPCR_ENVIRONMENT_MAX = 16 }; /* settings */

struct upcr_environment_setting {
  const char *name, *value;
  bool without_adapter; /* only where the host has no adapter that accesses remote memory */
};

/* Bit i of the result is set where setting i was made; to be given to `reset`. */
unsigned upcr_environment_set(const struct upcr_environment_setting *settings, int count);
void upcr_environment_reset(const struct upcr_environment_setting *settings, unsigned made);

#endif
