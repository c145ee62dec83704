/* SPDX-License-Identifier: Apache-2.0 */
/* A file for each thread in the format of Chrome's trace viewer and Perfetto: an array of JSON
 * objects, one on a line. Times are in microseconds of the job's clock (upc_ticks_now), so the
 * files of several threads can be joined to one trace. The viewer's process is the lowest thread
 * whose memory is mapped: the same for all threads of a node.
 *
 * printf would cost more than the traced operations. So lines are written by hand, and the common
 * text of the events of one place is formatted once. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/log.h"
#include "../../base/settings.h"
#include "../../core/library.h"
#include "tool.h"

/* The common text of all events of one kind at one place in the program: `head` bytes of it stand
 * before the time, the rest of its `n` bytes after it. */
struct site {
  const char *name, *file; /* the event's own strings, which do not change */
  int line;
  gasp_evttype_t type;
  char *text;
  size_t head, n, room;
};

enum { SITES = 256 };

enum {
  DIGITS = 24,       /* of a number at most */
  TENTH = 100000000, /* of a second, in ns */
};

struct upcr_trace {
  FILE *file;
  char *text; /* not yet written: `used` bytes of `room` */
  size_t used, room;
  struct {
    uint64_t number; /* of tenths of a second */
    char text[2 * DIGITS];
    size_t n;
  } digits;                /* of the last event's time */
  uint64_t saved;          /* the tenth of a second of the last flush */
  bool is_cut;             /* an event is missing: no memory */
  char tid[64];            /* of each event: the process and the thread */
  struct site site[SITES]; /* by hash; the last one of those with equal hashes */
};

enum {
  ROOM = 65536,
  NUMBERS = 400, /* bytes of a line besides strings: six numbers, the fields, and a block */
  BLOCK = 32,
  ESCAPED = 6 /* most bytes of an escaped character */
};

static void flush(struct upcr_trace *out) {
  fwrite(out->text, 1, out->used, out->file);
  out->used = 0;
}

/* Makes room for n bytes; 0: no memory. */
static char *reserve(struct upcr_trace *out, size_t n) {
  if (out->used + n > out->room)
    flush(out);
  if (n > out->room) {
    char *larger = realloc(out->text, n);
    if (!larger)
      return 0;
    out->text = larger;
    out->room = n;
  }
  return out->text + out->used;
}

/* The functions below write at `to`, where there is room, and return the end. */

#define PUT(to, literal) put(to, literal, sizeof(literal) - 1)

static inline char *put(char *to, const char *bytes, size_t n) {
  memcpy(to, bytes, n);
  return to + n;
}

/* Copies up to BLOCK - 1 bytes more than n: copies of constant size are inlined. */
static inline char *put_blocks(char *to, const char *bytes, size_t n) {
  for (size_t at = 0; at < n; at += BLOCK)
    memcpy(to + at, bytes + at, BLOCK);
  return to + n;
}

static char *put_escaped(char *to, unsigned char c) {
  static const char hex[] = "0123456789abcdef";
  *to++ = '\\';
  if (c >= ' ') {
    *to++ = (char)c;
    return to;
  }
  to = PUT(to, "u00");
  *to++ = hex[c >> 4];
  *to++ = hex[c & 15];
  return to;
}

/* Writes a part of a JSON string. */
static char *put_text(char *to, const char *text) {
  for (; *text; text++) {
    unsigned char c = (unsigned char)*text;
    if (c < ' ' || c == '"' || c == '\\')
      to = put_escaped(to, c);
    else
      *to++ = (char)c;
  }
  return to;
}

/* Writes a number with at least `digits` digits. Copies DIGITS bytes, as a copy of constant size is
 * inlined. */
static char *put_number(char *to, uint64_t number, int digits) {
  char text[2 * DIGITS], *end = text + DIGITS, *at = end;
  for (; number || digits > 0; digits--, number /= 10)
    *--at = (char)('0' + number % 10);
  memcpy(to, at, DIGITS);
  return to + (end - at);
}

static FILE *open_trace(int thread) {
  const char *pattern = *upcr_settings.trace_file ? upcr_settings.trace_file : "upc_trace.%.json";
  char *name = upcr_tool_file(pattern, thread);
  FILE *file = name ? fopen(name, "w") : 0;
  if (!file)
    upcr_warn("no trace of thread %d: %s: %s (UPC_TRACEFILE)", thread, name ? name : "",
              strerror(errno));
  free(name);
  return file;
}

/* The lowest thread whose memory is mapped in this process. */
static int first_mapped(void) {
  size_t thread = 0;
  while (upc_thread_info(thread).guaranteedCastable == 0)
    thread++;
  return (int)thread;
}

static struct upcr_trace *new_trace(void) {
  struct upcr_trace *out = calloc(1, sizeof *out);
  if (out && !(out->text = malloc(out->room = ROOM))) {
    free(out);
    return 0;
  }
  return out;
}

static void free_trace(struct upcr_trace *out) {
  for (int i = 0; out && i < SITES; i++)
    free(out->site[i].text);
  if (out)
    free(out->text);
  free(out);
}

void upcr_trace_begin(gasp_context_t context) {
  struct upcr_trace *out = new_trace();
  FILE *file = out ? open_trace(context->thread) : 0;
  if (!file) {
    free_trace(out);
    return;
  }
  int node = first_mapped();
  setvbuf(file, 0, _IONBF, 0);
  out->file = file;
  snprintf(out->tid, sizeof out->tid, "\"pid\":%d,\"tid\":%d", node, context->thread);
  fprintf(file,
          "[\n{\"name\":\"thread_name\",\"ph\":\"M\",%s,\"args\":{\"name\":\"UPC thread %d\"}},"
          "\n{\"name\":\"process_name\",\"ph\":\"M\",%s,\"args\":{\"name\":\"node of thread %d\"}}",
          out->tid, context->thread, out->tid, node);
  context->trace = out;
}

/* Formats the site's text. False: no memory. */
static bool describe(struct site *site, const char *tid, const struct upcr_tool_event *event) {
  static const char phases[] = {[GASP_START] = 'B', [GASP_END] = 'E', [GASP_ATOMIC] = 'i'};
  size_t most = NUMBERS + ESCAPED * (strlen(event->name) + strlen(event->file));
  char *text = most > site->room ? realloc(site->text, most) : site->text;
  if (!text)
    return false;
  *site =
      (struct site){event->name, event->file, event->line, event->type,
                    text,        0,           0,           most > site->room ? most : site->room};
  char *to = PUT(text, ",\n{\"name\":\"");
  to = put_text(to, event->name);
  to = PUT(to, "\",\"ph\":\"");
  *to++ = phases[event->type];
  to = PUT(to, "\",");
  to = put(to, tid, strlen(tid));
  to = PUT(to, ",\"ts\":");
  site->head = (size_t)(to - text);
  if (event->type != GASP_END) {
    to = PUT(to, ",\"args\":{\"at\":\"");
    to = put_text(to, event->file);
    to = PUT(to, ":");
    to = put_number(to, (uint64_t)event->line, 1);
    to = PUT(to, "\"");
  }
  site->n = (size_t)(to - text);
  return true;
}

/* The site of an event; 0: no memory. */
static const struct site *site_of(struct upcr_trace *out, const struct upcr_tool_event *event) {
  uintptr_t hash = (uintptr_t)event->name / 4 ^ (uintptr_t)event->file ^
                   ((uintptr_t)event->line * 3 + event->type) * 5;
  struct site *site = &out->site[hash % SITES];
  bool known = site->name == event->name && site->file == event->file &&
               site->line == event->line && site->type == event->type && site->text;
  return known || describe(site, out->tid, event) ? site : 0;
}

/* Microseconds with three decimals. */
static char *put_us(char *to, uint64_t ns) {
  to = put_number(to, ns / 1000, 1);
  *to++ = '.';
  return put_number(to, ns % 1000, 3);
}

/* Two digits; number < 100. */
static inline char *put_pair(char *to, unsigned number) {
  *to++ = (char)('0' + number / 10);
  *to++ = (char)('0' + number % 10);
  return to;
}

/* A time as by put_us. Events follow each other closely: the digits above the tenth of a second are
 * kept. */
static char *put_time(struct upcr_trace *out, char *to, uint64_t ns) {
  uint64_t tenths = ns / TENTH;
  unsigned rest = (unsigned)(ns % TENTH), high = rest / 10000, low = rest % 10000;
  if (tenths == 0)
    return put_us(to, ns);
  if (tenths != out->digits.number) {
    out->digits.number = tenths;
    out->digits.n = (size_t)(put_number(out->digits.text, tenths, 1) - out->digits.text);
  }
  memcpy(to, out->digits.text, DIGITS);
  to = put_pair(to + out->digits.n, high / 100);
  to = put_pair(to, high % 100);
  *to++ = (char)('0' + low / 1000);
  *to++ = '.';
  *to++ = (char)('0' + low / 100 % 10);
  return put_pair(to, low % 100);
}

/* Of a sum of accesses. */
static char *put_sum(char *to, const struct upcr_tool_event *event) {
  to = PUT(to, ",\"calls\":");
  to = put_number(to, event->calls, 1);
  to = PUT(to, ",\"us\":");
  return put_us(to, (uint64_t)event->ns);
}

static char *put_data(char *to, const struct upcr_tool_event *event) {
  if (event->bytes) {
    to = PUT(to, ",\"bytes\":");
    to = put_number(to, event->bytes, 1);
  }
  if (event->peer >= 0) {
    to = PUT(to, ",\"with\":");
    to = put_number(to, (uint64_t)event->peer, 1);
  }
  if (event->calls)
    to = put_sum(to, event);
  return PUT(to, "}");
}

void upcr_trace_write(gasp_context_t context, const struct upcr_tool_event *event) {
  struct upcr_trace *out = context->trace;
  const struct site *site = site_of(out, event);
  char *to = site ? reserve(out, site->n + NUMBERS) : 0;
  if (!to) {
    out->is_cut = true;
    return;
  }
  to = put_blocks(to, site->text, site->head);
  to = put_time(out, to, (uint64_t)event->now);
  to = put_blocks(to, site->text + site->head, site->n - site->head);
  if (event->type != GASP_END)
    to = put_data(to, event);
  to = PUT(to, "}");
  out->used = (size_t)(to - out->text);
}

bool upcr_trace_is_due(gasp_context_t context, int64_t now) {
  return (uint64_t)now / TENTH != context->trace->saved;
}

void upcr_trace_save(gasp_context_t context, int64_t now) {
  flush(context->trace);
  context->trace->saved = (uint64_t)now / TENTH;
}

void upcr_trace_end(gasp_context_t context) {
  struct upcr_trace *out = context->trace;
  if (!out)
    return;
  flush(out);
  fprintf(out->file, "\n]\n");
  bool failed = out->is_cut || ferror(out->file) != 0;
  if (fclose(out->file) != 0 || failed)
    upcr_warn("the trace of thread %d is not complete: %s", context->thread, strerror(errno));
  free_trace(out);
  context->trace = 0;
}
