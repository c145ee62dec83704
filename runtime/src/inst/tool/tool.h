/* SPDX-License-Identifier: Apache-2.0 */
/* The tool of programs that are linked with no other tool of <gasp.h>; it is an archive of its own.
 * It makes statistics (UPC_STATS) and a trace (UPC_TRACE) of the events that instrumented code
 * reports. A thread's data are all in its context, so threads share nothing.
 *
 * Not counted: work of the runtime itself, code compiled without -inst, and operations without an
 * event in GASP: non-blocking transfers, atomics, operations of teams. */
#ifndef UPCR_INST_TOOL_TOOL_H
#define UPCR_INST_TOOL_TOOL_H

#include <gasp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
  UPCR_TOOL_TAGS = 0x78,     /* tags below are those of <gasp_upc.h> and <gasp_c.h> */
  UPCR_TOOL_USER_EVENTS = 64 /* kinds counted separately; others count as the last */
};

/* Counts of one kind of event. */
struct upcr_tool_counter {
  unsigned long calls;
  size_t bytes;
  int64_t ns;    /* from start to end, without those inside another of the same kind; of events of
                    tasks without all such events inside */
  int64_t since; /* start of the outermost one under way */
  int depth;     /* number under way */
};

/* Events of tasks under way: calls that run tasks, and tasks, inside each other. Only the innermost
 * one's time runs. */
struct upcr_tool_nest {
  struct upcr_tool_counter **counter; /* of each, the outermost first: the first `room` of them */
  size_t depth, room;
  int64_t since; /* of the innermost one */
};

struct _gasp_context_S {
  int thread;
  bool counts, on; /* UPC_STATS; pupc_control */
  int64_t start;   /* ns */
  struct upcr_tool_counter counter[UPCR_TOOL_TAGS], user[UPCR_TOOL_USER_EVENTS];
  struct upcr_tool_nest nest;
  char *user_name[UPCR_TOOL_USER_EVENTS];
  int users;
  struct upcr_trace *trace; /* 0: none */
  struct upcr_sums *sums;   /* of accesses; 0: each access is an event */
  bool takes_accesses;      /* upcr_inst_take_access adds to them */
};

struct upcr_tool_event {
  unsigned tag;
  gasp_evttype_t type;
  const char *name, *file;
  int line;
  size_t bytes;
  int peer;            /* the owner of the moved data, if possible another thread; -1: none */
  int64_t now;         /* ns, of a clock shared by all threads of the host */
  unsigned long calls; /* of a sum of accesses, which took `ns` together; 0: a single event */
  int64_t ns;
};

/* The event's name, such as "upc_memget"; 0: no such event. */
const char *upcr_event_name(unsigned tag);

/* Bytes in the arguments of a start event: of a transfer, an allocation, a block of a collective,
 * or the elements of a reduction; else 0. Sets `peer` to the thread to which the data of a transfer
 * or access belong, another than `thread` if there is one; else to -1. */
size_t upcr_event_bytes(unsigned tag, int thread, int *peer, va_list arguments);

/* `pattern` with the thread's number for each %, or appended after a dot if it has none. free() it;
 * 0: no memory. */
char *upcr_tool_file(const char *pattern, int thread);

/* upcr_statistics_count counts an event; upcr_statistics_print prints the counts to the file of
 * UPC_STATSFILE, or to standard error. */
void upcr_statistics_count(gasp_context_t context, struct upcr_tool_counter *counter,
                           const struct upcr_tool_event *event);
void upcr_statistics_print(gasp_context_t context);

/* Forgets events under way: their ends will not be reported, so their time is not counted. */
void upcr_statistics_forget(gasp_context_t context);

/* Sums of accesses for the trace. upcr_sums_new: none yet; 0: no memory. upcr_sums_take tells which
 * events are summed: upcr_sums_begin counts a start event, upcr_sums_end the end of the access. A
 * call within an access interrupts it: the access is counted without its time. upcr_sums_write
 * writes the sums to the trace and begins new ones; upcr_sums_finish frees them too. */
struct upcr_sums *upcr_sums_new(void);
bool upcr_sums_take(unsigned tag);
void upcr_sums_begin(gasp_context_t context, unsigned tag, const char *file, int line, int peer,
                     size_t bytes);
void upcr_sums_end(gasp_context_t context, unsigned tag, const char *file, int line);
void upcr_sums_interrupt(gasp_context_t context);
void upcr_sums_write(gasp_context_t context);
void upcr_sums_finish(gasp_context_t context);

/* Begin the thread's file, write an event to it, end it. Events are kept until upcr_trace_save: a
 * thread that is killed loses those kept. upcr_trace_is_due: `now`, in ns, is in another tenth of a
 * second than the last save. */
void upcr_trace_begin(gasp_context_t context);
void upcr_trace_write(gasp_context_t context, const struct upcr_tool_event *event);
bool upcr_trace_is_due(gasp_context_t context, int64_t now);
void upcr_trace_save(gasp_context_t context, int64_t now);
void upcr_trace_end(gasp_context_t context);

#endif
