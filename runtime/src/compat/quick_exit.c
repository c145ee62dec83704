/* SPDX-License-Identifier: Apache-2.0 */
/* at_quick_exit of each UPC thread, and quick_exit, which ends the process by the handlers of its
 * caller (exit_handlers.h). */
#include "exit_handlers.h"

int __real_at_quick_exit(void (*function)(void));
int __wrap_at_quick_exit(void (*function)(void));
_Noreturn void __real_quick_exit(int status);
_Noreturn void __wrap_quick_exit(int status);

int __wrap_at_quick_exit(void (*function)(void)) {
  if (!upcr_exit_handlers_open())
    return __real_at_quick_exit(function);
  return upcr_exit_handlers_add(UPCR_EXIT_QUICK, (struct upcr_exit_handler){.plain = function});
}

_Noreturn void __wrap_quick_exit(int status) {
  upcr_exit_handlers_run(UPCR_EXIT_QUICK, status);
  __real_quick_exit(status);
}
