/* SPDX-License-Identifier: Apache-2.0 */
/* Handlers that a UPC thread of a -pthreads executable registers by atexit, on_exit and
 * at_quick_exit: they run as that thread when it ends, the last registered first.
 *
 * All others are the C library's and run once a process: those of constructors (before main), of
 * shared libraries, and the destructors of C++ objects. upcc links with --wrap for the functions in
 * atexit.c, on_exit.c and quick_exit.c, unless the program defines one of that name. */
#ifndef UPCR_COMPAT_EXIT_HANDLERS_H
#define UPCR_COMPAT_EXIT_HANDLERS_H

#include <stdbool.h>

enum upcr_exit_kind { UPCR_EXIT_NORMAL, UPCR_EXIT_QUICK, UPCR_EXIT_KINDS };

struct upcr_exit_handler {
  void (*plain)(void);                     /* atexit, at_quick_exit; or null */
  void (*with_status)(int status, void *); /* on_exit */
  void *argument;
};

/* True if the caller is a UPC thread that may still register handlers. Otherwise the C library
 * registers the caller's handlers. */
bool upcr_exit_handlers_open(void);

/* Registers a handler. Returns 0, or -1 where memory runs out. upcr_exit_handlers_open must be
 * true. */
int upcr_exit_handlers_add(enum upcr_exit_kind kind, struct upcr_exit_handler handler);

/* Runs the calling thread's handlers, and those that they register. Each is removed before it is
 * called, so a handler that calls exit does not run again. */
void upcr_exit_handlers_run(enum upcr_exit_kind kind, int status);

#endif
