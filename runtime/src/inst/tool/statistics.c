/* SPDX-License-Identifier: Apache-2.0 */
/* Prints a line for each kind of event of a thread. */
#include <errno.h>
#include <gasp_upc.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/system.h"
#include "../../base/log.h"
#include "../../base/settings.h"
#include "tool.h"

static bool is_of_tasks(unsigned tag) {
  return tag >= GASP_UPCX_TASKS_BEGIN && tag <= GASP_UPCX_TASK;
}

/* Adds the time since the last event of tasks to the innermost one under way. */
static void add_nested_time(struct upcr_tool_nest *nest, int64_t now) {
  size_t known = nest->depth < nest->room ? nest->depth : nest->room;
  if (known > 0)
    nest->counter[known - 1]->ns += now - nest->since;
  nest->since = now;
}

/* Without memory the time of deeper events counts to those around them. */
static void push(struct upcr_tool_nest *nest, struct upcr_tool_counter *counter) {
  if (nest->depth == nest->room) {
    size_t room = 2 * nest->room + 16;
    struct upcr_tool_counter **larger = realloc(nest->counter, room * sizeof *larger);
    nest->room = larger ? room : nest->room;
    nest->counter = larger ? larger : nest->counter;
  }
  if (nest->depth < nest->room)
    nest->counter[nest->depth] = counter;
  nest->depth++;
}

static void count_nested(struct upcr_tool_nest *nest, struct upcr_tool_counter *counter,
                         const struct upcr_tool_event *event) {
  add_nested_time(nest, event->now);
  if (event->type == GASP_START)
    push(nest, counter);
  else if (nest->depth > 0)
    nest->depth--;
}

static void count_time(struct upcr_tool_counter *counter, const struct upcr_tool_event *event) {
  if (event->type == GASP_START && counter->depth++ == 0)
    counter->since = event->now;
  if (event->type == GASP_END && counter->depth > 0 && --counter->depth == 0)
    counter->ns += event->now - counter->since;
}

void upcr_statistics_count(gasp_context_t context, struct upcr_tool_counter *counter,
                           const struct upcr_tool_event *event) {
  if (event->type != GASP_END) {
    counter->calls++;
    counter->bytes += event->bytes;
  }
  if (is_of_tasks(event->tag))
    count_nested(&context->nest, counter, event);
  else
    count_time(counter, event);
}

void upcr_statistics_forget(gasp_context_t context) {
  for (unsigned tag = 0; tag < UPCR_TOOL_TAGS; tag++)
    context->counter[tag].depth = 0;
  for (int user = 0; user < UPCR_TOOL_USER_EVENTS; user++)
    context->user[user].depth = 0;
  context->nest.depth = 0;
}

static void print_counter(FILE *out, int thread, const char *name,
                          const struct upcr_tool_counter *counter) {
  if (counter->calls == 0)
    return;
  fprintf(out, "upcr: thread %d: %-24s %10lu", thread, name, counter->calls);
  if (counter->bytes)
    fprintf(out, " %14zu B", counter->bytes);
  else
    fprintf(out, " %16s", "");
  fprintf(out, " %12.6f s\n", (double)counter->ns * 1e-9);
}

static void print(gasp_context_t context, FILE *out) {
  int thread = context->thread;
  fprintf(out,
          "upcr: thread %d: ran %.6f s; calls, bytes and time of each, in units compiled with upcc "
          "-inst\n",
          thread, (double)(upcr_clock_ns() - context->start) * 1e-9);
  for (unsigned tag = 0; tag < UPCR_TOOL_TAGS; tag++)
    print_counter(out, thread, upcr_event_name(tag), &context->counter[tag]);
  for (int user = 0; user < UPCR_TOOL_USER_EVENTS; user++)
    print_counter(out, thread, context->user_name[user] ? context->user_name[user] : "user events",
                  &context->user[user]);
}

static FILE *open_output(int thread) {
  if (!*upcr_settings.stats_file)
    return stderr;
  char *name = upcr_tool_file(upcr_settings.stats_file, thread);
  FILE *out = name ? fopen(name, "w") : 0;
  if (!out)
    upcr_warn("no statistics of thread %d: %s: %s (UPC_STATSFILE)", thread, name ? name : "",
              strerror(errno));
  free(name);
  return out;
}

/* One write for each thread, so that output of several threads does not interleave. */
void upcr_statistics_print(gasp_context_t context) {
  char *text = 0;
  size_t n;
  FILE *out = open_output(context->thread), *memory = out ? open_memstream(&text, &n) : 0;
  if (memory) {
    print(context, memory);
    fclose(memory);
    fputs(text, out);
    free(text);
  }
  if (out && out != stderr && fclose(out) != 0)
    upcr_warn("the statistics of thread %d are not complete: %s", context->thread, strerror(errno));
}
