/* SPDX-License-Identifier: Apache-2.0 */
/* The tool of a program that is linked with no other tool of <gasp.h>, in an archive of its own:
 * statistics (UPC_STATS) and a trace (UPC_TRACE) of the events that instrumented code tells. All
 * of a thread's is in its context, so nothing is shared.
 *
 * Not counted: what the runtime does by itself, code compiled without -inst, and what is no
 * event of GASP: non-blocking transfers, atomics, operations of teams. */
#ifndef UPCR_INST_TOOL_TOOL_H
#define UPCR_INST_TOOL_TOOL_H

#include <gasp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "events.h"

enum {
  UPCR_TOOL_USER_EVENTS = 64 /* kinds that are told apart; more are counted with the last one */
};

/* Of one kind of event. */
struct upcr_tool_counter {
  unsigned long calls;
  size_t bytes;
  int64_t ns;    /* from start to end, of those in no other of the same kind */
  int64_t since; /* the start of the outermost that is under way */
  int depth;     /* of those under way */
};

struct _gasp_context_S {
  int thread;
  bool counts, on; /* UPC_STATS; pupc_control */
  int64_t start;   /* ns */
  struct upcr_tool_counter counter[UPCR_TOOL_TAGS], user[UPCR_TOOL_USER_EVENTS];
  char *user_name[UPCR_TOOL_USER_EVENTS];
  int users;
  struct upcr_trace *trace; /* 0: none */
};

struct upcr_tool_event {
  unsigned tag;
  gasp_evttype_t type;
  const char *name, *file;
  int line;
  size_t bytes;
  int peer;    /* the thread whose data move, another one than this if there is; -1: none */
  int64_t now; /* ns, of a clock that all threads of the machine share */
};

/* `pattern` with the thread's number for each %, or after a dot at its end where it has none.
 * free() it; 0: no memory. */
char *upcr_tool_file(const char *pattern, int thread);

/* Counts an event; prints what was counted, to the file of UPC_STATSFILE or the standard error
 * output. */
void upcr_statistics_count(struct upcr_tool_counter *counter, const struct upcr_tool_event *event);
void upcr_statistics_print(gasp_context_t context);

/* Events under way will have no end that is heard: their time is not counted. */
void upcr_statistics_forget(gasp_context_t context);

/* Begins the thread's file, writes an event to it, ends it. */
void upcr_trace_begin(gasp_context_t context);
void upcr_trace_write(gasp_context_t context, const struct upcr_tool_event *event);
void upcr_trace_end(gasp_context_t context);

#endif
