/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of accesses for upcrun -profile: the accesses of a line to the data of one thread become one
 * event of the trace. A near access is shorter than a reading of the clock, so few are timed. */
#include <stdlib.h>

#include <gasp_upc.h>
#include <upc_tick.h>

#include "tool.h"

enum {
  SUMS = 1024, /* lines and owners summed at a time; a power of two */
  EACH = 61,   /* so many accesses of a sum are timed, then each of that number; prime: a loop over
                  two owners in turn must not time one of them only */
  RARE = 64, /* an access that takes so many times the mean is rare, as one that was interrupted by
                  a context switch: it stands for itself only */
  READINGS = 16
};

struct sum {
  unsigned tag; /* 0: an unused entry */
  int line, peer;
  const char *file;
  unsigned long calls, untimed; /* untimed: calls since the last one that was timed */
  size_t bytes;
  int64_t ns; /* estimated, of all calls but the last `untimed` */
};

struct upcr_sums {
  struct sum *timed; /* the access under way that is timed; 0: none */
  int64_t since;     /* its start */
  int64_t reading;   /* ns that a reading of the clock takes */
  struct sum sum[SUMS];
};

static int64_t now(void) { return (int64_t)upc_ticks_now(); }

static int64_t shortest_reading(void) {
  int64_t shortest = INT64_MAX;
  for (int i = 0; i < READINGS; i++) {
    int64_t begin = now(), took = now() - begin;
    shortest = took < shortest ? took : shortest;
  }
  return shortest;
}

struct upcr_sums *upcr_sums_new(void) {
  struct upcr_sums *sums = calloc(1, sizeof *sums);
  if (sums)
    sums->reading = shortest_reading();
  return sums;
}

bool upcr_sums_take(unsigned tag) { return tag == GASP_UPC_GET || tag == GASP_UPC_PUT; }

/* Of the calls but the last `untimed`, in ns. */
static double mean(const struct sum *sum) {
  double known = (double)(sum->calls - sum->untimed);
  return known > 0 ? (double)sum->ns / known : 0;
}

static int64_t whole_time(const struct sum *sum) {
  return (int64_t)(mean(sum) * (double)sum->calls);
}

static void write_sum(gasp_context_t context, const struct sum *sum) {
  struct upcr_tool_event event = {.tag = sum->tag,
                                  .type = GASP_ATOMIC,
                                  .name = upcr_event_name(sum->tag),
                                  .file = sum->file,
                                  .line = sum->line,
                                  .bytes = sum->bytes,
                                  .peer = sum->peer,
                                  .now = now(),
                                  .calls = sum->calls,
                                  .ns = whole_time(sum)};
  upcr_trace_write(context, &event);
}

/* The sum of an event; one of another line or owner that has its entry is written. */
static struct sum *sum_of(gasp_context_t context, unsigned tag, const char *file, int line,
                          int peer) {
  uintptr_t hash = (uintptr_t)file ^ (uintptr_t)line * 31 ^ (uintptr_t)peer * 7 ^ tag;
  struct sum *sum = &context->sums->sum[hash % SUMS];
  if (sum->tag == tag && sum->line == line && sum->peer == peer && sum->file == file)
    return sum;
  if (sum->tag)
    write_sum(context, sum);
  if (context->sums->timed == sum)
    context->sums->timed = 0;
  *sum = (struct sum){tag, line, peer, file, 0, 0, 0, 0};
  return sum;
}

void upcr_sums_begin(gasp_context_t context, unsigned tag, const char *file, int line, int peer,
                     size_t bytes) {
  struct upcr_sums *sums = context->sums;
  struct sum *sum = sum_of(context, tag, file, line, peer);
  sum->calls++;
  sum->untimed++;
  sum->bytes += bytes;
  if (sums->timed || (sum->calls > EACH && sum->untimed < EACH))
    return;
  sums->timed = sum;
  sums->since = now();
}

/* A call that took `ns` stands for those before it that were not timed. */
static void add_time(struct sum *sum, int64_t ns) {
  double usual = mean(sum);
  if (sum->calls > EACH && (double)ns > RARE * (usual + 1))
    sum->ns += ns + (int64_t)(usual * (double)(sum->untimed - 1));
  else
    sum->ns += ns * (int64_t)sum->untimed;
  sum->untimed = 0;
}

void upcr_sums_end(gasp_context_t context, unsigned tag, const char *file, int line) {
  struct upcr_sums *sums = context->sums;
  struct sum *sum = sums->timed;
  if (!sum || sum->tag != tag || sum->line != line || sum->file != file)
    return;
  int64_t took = now() - sums->since - sums->reading;
  add_time(sum, took > 0 ? took : 0);
  sums->timed = 0;
}

void upcr_sums_interrupt(gasp_context_t context) {
  if (context->sums)
    context->sums->timed = 0;
}

void upcr_sums_write(gasp_context_t context) {
  upcr_sums_interrupt(context);
  for (int i = 0; context->sums && i < SUMS; i++)
    if (context->sums->sum[i].tag) {
      write_sum(context, &context->sums->sum[i]);
      context->sums->sum[i] = (struct sum){0};
    }
}

void upcr_sums_finish(gasp_context_t context) {
  upcr_sums_write(context);
  free(context->sums);
  context->sums = 0;
}
