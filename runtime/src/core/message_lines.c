/* SPDX-License-Identifier: Apache-2.0 */
/* Maps the stacks of base/message_sites.h to source lines, and adds up the stacks of one line. */
#include "status.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/message_sites.h"
#include "../boot/boot.h"
#include "../mem/job.h"
#include "upcr/thread.h"

struct line {
  struct upcr_boot_caller caller;
  uint64_t messages, bytes;
};

/* Finding callers uses static memory. */
static pthread_mutex_t symbols = PTHREAD_MUTEX_INITIALIZER;

static int is_same(const struct upcr_boot_caller *a, const struct upcr_boot_caller *b) {
  return strcmp(a->where, b->where) == 0 && strcmp(a->function, b->function) == 0 &&
         strcmp(a->called, b->called) == 0;
}

/* Adds an entry to its line, perhaps a new one. Returns the number of lines. */
static size_t add(struct line *lines, size_t n, const struct upcr_message_site *place) {
  struct upcr_boot_caller caller;
  upcr_boot_find_caller(place->pc, place->depth, 0, &caller);
  if (!*caller.function) /* the runtime's own: start and end */
    return n;
  if (strstr(caller.where, ":?")) /* a file without line numbers */
    *caller.where = 0;
  size_t i = 0;
  while (i < n && !is_same(&lines[i].caller, &caller))
    i++;
  if (i == n)
    lines[n++] = (struct line){.caller = caller};
  lines[i].messages += place->messages;
  lines[i].bytes += place->bytes;
  return n;
}

static int has_more(const void *a, const void *b) {
  const struct line *x = a, *y = b;
  return x->bytes < y->bytes   ? 1
         : x->bytes > y->bytes ? -1
                               : strcmp(x->caller.where, y->caller.where);
}

static void print(const struct line *l) {
  const char *file = strrchr(l->caller.where, '/');
  const char *where = file ? file + 1 : l->caller.where, *called = l->caller.called;
  fprintf(stderr, "upcr: thread %d: %s%sin %s%s%s: %llu message%s of %llu bytes\n",
          upcr_self.mythread, where, *where ? " " : "", l->caller.function, *called ? ", " : "",
          called, (unsigned long long)l->messages, l->messages == 1 ? "" : "s",
          (unsigned long long)l->bytes);
}

void upcr_message_lines_print(upcx_messages_t sent) {
  size_t entries, n = 0;
  const struct upcr_message_site *place = upcr_message_sites(&entries);
  if (!upcr_settings.count_lines || !place)
    return;
  struct line *lines = malloc(entries * sizeof *lines);
  if (!lines)
    return;
  pthread_mutex_lock(&symbols);
  for (size_t i = 0; i < entries; i++)
    if (place[i].depth > 0)
      n = add(lines, n, &place[i]);
  pthread_mutex_unlock(&symbols);
  qsort(lines, n, sizeof *lines, has_more);
  for (size_t i = 0; i < n; i++) {
    print(&lines[i]);
    sent.messages -= lines[i].messages;
    sent.bytes -= lines[i].bytes;
  }
  if (sent.messages != 0 || n == 0)
    fprintf(stderr, "upcr: thread %d: elsewhere: %llu message%s of %llu bytes\n",
            upcr_self.mythread, (unsigned long long)sent.messages, sent.messages == 1 ? "" : "s",
            (unsigned long long)sent.bytes);
  free(lines);
}
