/* SPDX-License-Identifier: Apache-2.0 */
/* on_exit of each UPC thread (exit_handlers.h). */
#include "exit_handlers.h"

int __real_on_exit(void (*function)(int, void *), void *argument);
int __wrap_on_exit(void (*function)(int, void *), void *argument);

int __wrap_on_exit(void (*function)(int, void *), void *argument) {
  if (!upcr_exit_handlers_open())
    return __real_on_exit(function, argument);
  struct upcr_exit_handler handler = {.with_status = function, .argument = argument};
  return upcr_exit_handlers_add(UPCR_EXIT_NORMAL, handler);
}
