/* SPDX-License-Identifier: Apache-2.0 */
/* A checked handle has bit 61, which no handle of a transport has, its thread and a number, which
 * counts the transfers of the thread. */
#define _GNU_SOURCE
#include "handles.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../base/system.h"
#include "../mem/job.h"
#include "check.h"

#define CHECKED (1ul << 61)
enum { NUMBER_BITS = 36, THREAD_BITS = 24, MOST_WARNINGS = 8 };

struct transfer {
  unsigned long number, transfer; /* `transfer` is the transport's handle */
  bool done;
  const char *function;
  struct upcr_site site;
};

/* By number, ascending; fewer than half are done. Under `mutex`. */
static UPCR_PER_THREAD struct transfer *started;
static UPCR_PER_THREAD size_t count, room, done;
static UPCR_PER_THREAD unsigned long next;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static bool has_room(void) {
  if (count < room)
    return true;
  size_t more = room ? 2 * room : 16;
  struct transfer *larger = realloc(started, more * sizeof *started);
  if (!larger)
    return false;
  started = larger;
  room = more;
  return true;
}

unsigned long upcr_handle_note(const char *function, unsigned long transfer) {
  if (!upcr_check_on())
    return transfer;
  upcr_own_pthreads_lock(&mutex);
  unsigned long handle = transfer;
  if (has_room()) {
    struct upcr_site here = {upcr_now.file, upcr_now.line};
    started[count++] = (struct transfer){next, transfer, false, function, here};
    handle = CHECKED | (unsigned long)upcr_self.mythread << NUMBER_BITS | next++;
  }
  upcr_own_pthreads_unlock(&mutex);
  return handle;
}

static bool is_checked(unsigned long handle) { return handle >> (NUMBER_BITS + THREAD_BITS) == 2; }

static unsigned long number_of(unsigned long handle) { return handle & ((1ul << NUMBER_BITS) - 1); }

/* 0: it was synchronised. */
static struct transfer *find(unsigned long number) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (started[middle].number < number)
      low = middle + 1;
    else
      high = middle;
  }
  bool is_there = low < count && started[low].number == number && !started[low].done;
  return is_there ? &started[low] : 0;
}

unsigned long upcr_handle_transfer(const char *function, unsigned long handle) {
  if (!is_checked(handle))
    return handle;
  unsigned long thread = (handle ^ CHECKED) >> NUMBER_BITS;
  if (thread != (unsigned long)upcr_self.mythread)
    upcr_fatal("%s of a handle of thread %lu: only the thread that started the transfer can "
               "synchronise it (UPC 7.9.3)",
               function, thread);
  upcr_own_pthreads_lock(&mutex);
  struct transfer *found = find(number_of(handle));
  unsigned long transfer = found ? found->transfer : 0;
  upcr_own_pthreads_unlock(&mutex);
  if (!found)
    upcr_fatal("%s of a handle that was synchronised already (UPC 7.9.3)", function);
  return transfer;
}

static void compact(void) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    if (!started[i].done)
      started[kept++] = started[i];
  count = kept;
  done = 0;
}

void upcr_handle_done(unsigned long handle) {
  if (!is_checked(handle))
    return;
  upcr_own_pthreads_lock(&mutex);
  struct transfer *found = find(number_of(handle));
  if (found) {
    found->done = true;
    if (2 * ++done >= count)
      compact();
  }
  upcr_own_pthreads_unlock(&mutex);
}

static bool is_reported(const struct upcr_site *reported, size_t n, struct upcr_site site) {
  for (size_t i = 0; i < n; i++)
    if (reported[i].file == site.file && reported[i].line == site.line)
      return true;
  return false;
}

/* One warning a line of the source. */
void upcr_handles_report_dropped(void) {
  struct upcr_site reported[MOST_WARNINGS];
  size_t n = 0;
  compact();
  for (size_t i = 0; i < count && n < MOST_WARNINGS; i++) {
    if (is_reported(reported, n, started[i].site))
      continue;
    reported[n++] = started[i].site;
    upcr_warn("the thread ends without synchronising the transfer that %s started at %s:%d: "
              "upc_sync is missing (UPC 7.9.3)",
              started[i].function, started[i].site.file, started[i].site.line);
  }
  free(started);
  started = 0;
  count = room = 0;
}
