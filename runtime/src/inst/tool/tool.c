/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of <gasp.h>. They are weak, so a tool may leave out what it does not use. */
#define _GNU_SOURCE
#include "tool.h"

#include <gasp_c.h>
#include <gasp_upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_tick.h>
#include <upcr/upcr.h>

#include "../../base/system.h"
#include "../../base/text.h"
#include "../../base/instrument.h"
#include "../../base/settings.h"
#include "../notify.h"

#define WEAK __attribute__((weak))

gasp_context_t upcr_tool_init(gasp_model_t srcmodel, int *argc, char ***argv);
void upcr_tool_notify(gasp_context_t context, unsigned evttag, gasp_evttype_t evttype,
                      const char *filename, int linenum, int colnum, ...);
void upcr_tool_notify_va(gasp_context_t context, unsigned evttag, gasp_evttype_t evttype,
                         const char *filename, int linenum, int colnum, va_list varargs);

void gasp_event_notify(gasp_context_t context, unsigned evttag, gasp_evttype_t evttype,
                       const char *filename, int linenum, int colnum, ...)
    __attribute__((weak, alias("upcr_tool_notify")));
void gasp_event_notifyVA(gasp_context_t context, unsigned evttag, gasp_evttype_t evttype,
                         const char *filename, int linenum, int colnum, va_list varargs)
    __attribute__((weak, alias("upcr_tool_notify_va")));

/* False if another tool defines one of the functions that report events. */
static bool gets_events(void) {
  return gasp_event_notify == upcr_tool_notify && gasp_event_notifyVA == upcr_tool_notify_va;
}

char *upcr_tool_file(const char *pattern, int thread) {
  if (strchr(pattern, '%'))
    return upcr_numbered_file(pattern, thread);
  char *name;
  return asprintf(&name, "%s.%d", pattern, thread) < 0 ? 0 : name;
}

gasp_context_t upcr_tool_init(gasp_model_t srcmodel, int *argc, char ***argv) {
  (void)srcmodel, (void)argc, (void)argv;
  bool counts = upcr_settings.stats || *upcr_settings.stats_file;
  bool traces = upcr_settings.trace || *upcr_settings.trace_file;
  gasp_context_t context = counts || traces ? calloc(1, sizeof *context) : 0;
  if (!context)
    return 0;
  context->thread = upcr_inst_thread();
  context->on = true;
  context->counts = counts;
  context->start = upcr_clock_ns();
  if (traces)
    upcr_trace_begin(context);
  if (context->trace && upcr_settings.trace_sums && !counts)
    context->sums = upcr_sums_new();
  context->takes_accesses = context->sums && gets_events();
  return context;
}

gasp_context_t gasp_init(gasp_model_t srcmodel, int *argc, char ***argv)
    __attribute__((weak, alias("upcr_tool_init")));

/* A tool may define only some of these functions: contexts are this file's if gasp_init is. */
bool upcr_inst_has_own_tool(void) { return gasp_init == upcr_tool_init; }

static struct upcr_tool_counter *counter_of(gasp_context_t context, unsigned tag) {
  unsigned user = tag - GASP_UPC_USEREVT_START;
  if (tag < UPCR_TOOL_TAGS)
    return &context->counter[tag];
  return &context->user[user < UPCR_TOOL_USER_EVENTS ? user : UPCR_TOOL_USER_EVENTS - 1];
}

static const char *name_of(gasp_context_t context, unsigned tag, va_list arguments) {
  unsigned user = tag - GASP_UPC_USEREVT_START;
  if (tag == GASP_C_FUNC)
    return va_arg(arguments, const char *);
  if (tag < UPCR_TOOL_TAGS)
    return upcr_event_name(tag);
  return user < UPCR_TOOL_USER_EVENTS && context->user_name[user] ? context->user_name[user]
                                                                  : "user event";
}

static void write_event(gasp_context_t context, const struct upcr_tool_event *event) {
  upcr_trace_write(context, event);
  if (upcr_trace_is_due(context, event->now)) {
    upcr_sums_write(context);
    upcr_trace_save(context, event->now);
  }
}

static void finish(gasp_context_t context) {
  if (context->counts)
    upcr_statistics_print(context);
  upcr_sums_finish(context);
  upcr_trace_end(context);
}

static bool is_last(unsigned tag, gasp_evttype_t type) {
  return tag == GASP_UPC_NONCOLLECTIVE_EXIT ||
         (tag == GASP_UPC_COLLECTIVE_EXIT && type == GASP_END);
}

/* An access of a thread that sums them: no time is read here. */
static void sum_access(gasp_context_t context, unsigned tag, gasp_evttype_t type, const char *file,
                       int line, int peer, size_t bytes) {
  if (context->on && type == GASP_END)
    upcr_sums_end(context, tag, file, line);
  else if (context->on)
    upcr_sums_begin(context, tag, file, line, peer, bytes);
}

bool upcr_inst_take_access(gasp_context_t context, unsigned tag, gasp_evttype_t type,
                           const char *file, int line, int peer, size_t bytes) {
  if (!context || gasp_init != upcr_tool_init || !context->takes_accesses)
    return false;
  sum_access(context, tag, type, file, line, peer, bytes);
  return true;
}

/* The same of an access that another tool passes on. */
static void sum_event(gasp_context_t context, const struct upcr_tool_event *event,
                      va_list arguments) {
  (void)va_arg(arguments, int); /* relaxed */
  const upcr_pts_t *to = va_arg(arguments, const upcr_pts_t *);
  const upcr_pts_t *from = va_arg(arguments, const upcr_pts_t *);
  int peer = (int)upcr_thread(event->tag == GASP_UPC_GET ? *from : *to);
  size_t bytes = va_arg(arguments, size_t);
  sum_access(context, event->tag, event->type, event->file, event->line, peer, bytes);
}

void upcr_tool_notify_va(gasp_context_t context, unsigned evttag, gasp_evttype_t evttype,
                         const char *filename, int linenum, int colnum, va_list varargs) {
  struct upcr_tool_event event = {
      .tag = evttag, .type = evttype, .file = filename, .line = linenum, .peer = -1};
  va_list names;
  (void)colnum;
  if (!context || !upcr_inst_has_own_tool())
    return;
  if (context->sums && upcr_sums_take(evttag)) {
    sum_event(context, &event, varargs);
    return;
  }
  upcr_sums_interrupt(context);
  va_copy(names, varargs);
  event.name = name_of(context, evttag, names);
  va_end(names);
  if (evttag < UPCR_TOOL_TAGS && evttype == GASP_START)
    event.bytes = upcr_event_bytes(evttag, context->thread, &event.peer, varargs);
  event.now = (int64_t)upc_ticks_now();
  if (context->counts && context->on)
    upcr_statistics_count(context, counter_of(context, evttag), &event);
  if (context->trace && context->on)
    write_event(context, &event);
  if (is_last(evttag, evttype))
    finish(context);
}

void upcr_tool_notify(gasp_context_t context, unsigned evttag, gasp_evttype_t evttype,
                      const char *filename, int linenum, int colnum, ...) {
  va_list arguments;
  if (!context)
    return;
  va_start(arguments, colnum);
  gasp_event_notifyVA(context, evttag, evttype, filename, linenum, colnum, arguments);
  va_end(arguments);
}

WEAK int gasp_control(gasp_context_t context, int on) {
  if (!context || !upcr_inst_has_own_tool())
    return 0;
  int before = context->on;
  context->on = on != 0;
  if (!on) {
    upcr_statistics_forget(context);
    upcr_sums_interrupt(context);
  }
  return before;
}

WEAK unsigned gasp_create_event(gasp_context_t context, const char *name, const char *desc) {
  (void)desc;
  if (!context || !upcr_inst_has_own_tool())
    return GASP_UPC_USEREVT_START;
  int user = context->users < UPCR_TOOL_USER_EVENTS ? context->users++ : UPCR_TOOL_USER_EVENTS - 1;
  if (!context->user_name[user])
    context->user_name[user] = strdup(name ? name : "user event");
  return GASP_UPC_USEREVT_START + (unsigned)user;
}
