/* SPDX-License-Identifier: Apache-2.0 */
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
