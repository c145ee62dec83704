/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of the program's functions. */
#include <gasp_c.h>

#include "../base/instrument.h"
#include "notify.h"

struct upcr_inst_function upcr_inst_function_enter(const char *file, int line, const char *name) {
  NOTIFY(GASP_C_FUNC, GASP_START, name);
  return (struct upcr_inst_function){file, name, line};
}

void upcr_inst_function_leave(struct upcr_inst_function *function) {
  const char *file = function->file;
  int line = function->line;
  NOTIFY(GASP_C_FUNC, GASP_END, function->name);
}

/* Start and end of a thread. */

UPCR_PER_THREAD gasp_context_t upcr_gasp;

void upcr_inst_start(int *argc, char ***argv) { upcr_gasp = gasp_init(GASP_MODEL_UPC, argc, argv); }

int upcr_inst_thread(void) { return upcr_self.mythread; }

/* Without a place: the thread may end at the end of main or at any exit. */
static void notify_end(gasp_evttype_t type, int status) {
  const char *file = "";
  int line = 0;
  NOTIFY(GASP_UPC_COLLECTIVE_EXIT, type, status);
}

void upcr_inst_finishing(int status) { notify_end(GASP_START, status); }

void upcr_inst_finished(int status) { notify_end(GASP_END, status); }

void upcr_inst_upc_global_exit(const char *file, int line, int status) {
  NOTIFY(GASP_UPC_NONCOLLECTIVE_EXIT, GASP_ATOMIC, status);
  upc_global_exit(status);
}

/* A program's own events (<pupc.h>). */

#define __UPC_PUPC_INST__ 1
#include <pupc.h>

#include "notify.h"

int pupc_control(int on) { return gasp_control(upcr_gasp, on); }

unsigned pupc_create_event(const char *name, const char *desc) {
  return gasp_create_event(upcr_gasp, name, desc);
}

#define USER_EVENT(name, type)                                                                     \
  void upcr_pupc_##name(const char *file, int line, unsigned tag, ...) {                           \
    va_list arguments;                                                                             \
    va_start(arguments, tag);                                                                      \
    gasp_event_notifyVA(upcr_gasp, tag, type, file, line, 0, arguments);                           \
    va_end(arguments);                                                                             \
  }
USER_EVENT(start, GASP_START)
USER_EVENT(end, GASP_END)
USER_EVENT(atomic, GASP_ATOMIC)
