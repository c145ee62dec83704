/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "signal_name.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int upcr_signal_number(const char *text) {
  char *end;
  if (!*text)
    return 0;
  long number = strtol(text, &end, 10);
  if (*end == 0)
    return number > 0 && number <= SIGRTMAX ? (int)number : -1;
  if (strncasecmp(text, "SIG", 3) == 0)
    text += 3;
  for (int i = 1; i < NSIG; i++) {
    const char *name = sigabbrev_np(i);
    if (name && strcasecmp(name, text) == 0)
      return i;
  }
  return -1;
}

const char *upcr_signal_text(int number, char out[UPCR_SIGNAL_TEXT]) {
  const char *name = sigabbrev_np(number);
  if (name)
    snprintf(out, UPCR_SIGNAL_TEXT, "SIG%s", name);
  else
    snprintf(out, UPCR_SIGNAL_TEXT, "signal %d", number);
  return out;
}

int upcr_check_signal_name(const char *setting, const char *text, char *err, size_t errlen) {
  int number = upcr_signal_number(text);
  if (number >= 0 && number != SIGKILL && number != SIGSTOP)
    return 0;
  snprintf(err, errlen,
           "%s is '%s': it must be the name or number of a signal that a process can catch, such "
           "as USR1",
           setting, text);
  return -1;
}
