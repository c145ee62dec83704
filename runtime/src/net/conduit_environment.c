/* SPDX-License-Identifier: Apache-2.0 */
#include "conduit_environment.h"

#include <stdlib.h>

#include "conduit_interface.h"

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
