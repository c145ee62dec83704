/* SPDX-License-Identifier: Apache-2.0 */
/* atexit of each UPC thread (exit_handlers.h). */
#include "exit_handlers.h"

int __real_atexit(void (*function)(void));
int __wrap_atexit(void (*function)(void));

int __wrap_atexit(void (*function)(void)) {
  if (!upcr_exit_handlers_open())
    return __real_atexit(function);
  return upcr_exit_handlers_add(UPCR_EXIT_NORMAL, (struct upcr_exit_handler){.plain = function});
}
