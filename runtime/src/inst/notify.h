/* SPDX-License-Identifier: Apache-2.0 */
/* Reports events to the tool of <gasp.h>. */
#ifndef UPCR_INST_NOTIFY_H
#define UPCR_INST_NOTIFY_H

#include <gasp.h>
#include <gasp_upc.h>
#include <stdbool.h>
#include <upcr/upcr.h>

#include <upcr/instrument.h>

#include "../base/atomics.h"
#include "../core/library.h"

/* The tool's context of the calling UPC thread. */
extern UPCR_PER_THREAD gasp_context_t upcr_gasp;

/* Reports an event at the enclosing function's parameters `file` and `line`. */
#define NOTIFY(tag, type, ...) gasp_event_notify(upcr_gasp, tag, type, file, line, 0, ##__VA_ARGS__)

/* True if the runtime's own tool took the event of an access (GASP_UPC_GET, GASP_UPC_PUT): then
 * gasp_event_notify is not called, whose list of arguments costs more than adding up the access
 * (tool/sums.c). `peer`: the thread of the data. Null if the program is linked with another tool.
 */
bool upcr_inst_take_access(gasp_context_t context, unsigned tag, gasp_evttype_t type,
                           const char *file, int line, int peer, size_t bytes)
    __attribute__((weak));

/* A call without a result, between its start and its end events, which have the same arguments
 * (...). */
#define AROUND(tag, call, ...)                                                                     \
  do {                                                                                             \
    NOTIFY(tag, GASP_START, ##__VA_ARGS__);                                                        \
    call;                                                                                          \
    NOTIFY(tag, GASP_END, ##__VA_ARGS__);                                                          \
  } while (0)

#endif
