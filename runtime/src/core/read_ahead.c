#define _POSIX_C_SOURCE 200809L
/* A relaxed read of far memory is a round trip. Programs that read element after element pay it
 * once a line here: the second read in a line, or one in the line behind another that was read,
 * brings the whole line (the remote-reference cache of MuPC, paper 003, section 2, which keeps far
 * data between synchronisations, is its model).
 *
 * What is kept is used only until the thread's next strict access, fence, lock, barrier, collective
 * or other synchronisation (upcr_settle_far), so no read returns a value older than the memory
 * model permits: a relaxed read may be performed anywhere between two of these. The thread's own
 * writes change what is kept. Two things more, for loops that wait for a relaxed variable: the same
 * bytes read a third time in a row are read anew, and a line is kept for READS reads and one tick
 * of the system's coarse clock (1 to 10 ms) at the most.
 *
 * A line lies in the page that the program reads, so that no memory is touched that it does not
 * use. */
#include "read_ahead.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../base/atomics.h"
#include "../base/own_pthreads.h"
#include "../base/settings.h"
#include "../net/net.h"

enum {
  LINE = 256,   /* bytes: more cost hardly more on a network, less read more often */
  READS = 1024, /* four for each byte: a stencil's, less than 100 us of a loop that waits */
  TOUCHED = 8   /* lines of which one read is remembered: streams that a loop may read at once */
};

struct line {
  upcr_pts_t first; /* 0: none */
  uint64_t epoch;
  int64_t tick;
  int reads; /* since it was fetched */
  char bytes[LINE];
};

/* Of the UPC thread; its own pthreads use them in turn. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static UPCR_PER_THREAD struct line *lines;
static UPCR_PER_THREAD size_t count;   /* a power of two */
static UPCR_PER_THREAD uint64_t epoch; /* lines of earlier ones are forgotten */
static UPCR_PER_THREAD upcr_pts_t touched[TOUCHED], last;
static UPCR_PER_THREAD unsigned next, repeats;

static int64_t tick(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static upcr_pts_t line_of(upcr_pts_t p) { return p & ~(upcr_pts_t)(LINE - 1); }

/* Neighbouring lines have neighbouring places, those of other threads others. */
static struct line *place_of(upcr_pts_t first) {
  return &lines[(first / LINE + upcr_thread(first) * 61) & (count - 1)];
}

static bool is_kept(const struct line *line, upcr_pts_t first) {
  return line->first == first && line->epoch == epoch && line->reads < READS && line->tick == tick();
}

/* True if a loop seems to read what is in this line or came to it from the line before. */
static bool is_read_on(upcr_pts_t first) {
  for (unsigned i = 0; i < TOUCHED; i++)
    if (touched[i] == first || touched[i] == first - LINE) {
      touched[i] = first;
      return true;
    }
  touched[next++ % TOUCHED] = first;
  return false;
}

/* Lines for the setting, rounded down to a power of two. False: there is no room for one, or no
 * memory. */
static bool make_lines(void) {
  size_t wanted = (size_t)upcr_settings.read_ahead / LINE, n = 1;
  while (n * 2 <= wanted)
    n *= 2;
  if (!lines && wanted && (lines = calloc(n, sizeof *lines)))
    count = n;
  return lines != 0;
}

/* The tick is that before the request: what comes is not older. */
static void fetch(struct line *line, upcr_pts_t first) {
  line->first = 0;
  line->tick = tick();
  upcr_net->get(line->bytes, first, LINE, UPCR_MEMORY_HOST);
  line->first = first;
  line->epoch = epoch;
  line->reads = 0;
  __atomic_fetch_or(&upcr_now.far_relaxed, UPCR_LINES_KEPT, __ATOMIC_RELAXED);
}

static bool read_line(void *dst, upcr_pts_t p, size_t n) {
  upcr_pts_t first = line_of(p);
  if (p + n > first + LINE || !make_lines())
    return false;
  struct line *line = place_of(first);
  if (!is_kept(line, first)) {
    if (!is_read_on(first))
      return false;
    fetch(line, first);
  }
  line->reads++;
  memcpy(dst, line->bytes + (p - first), n);
  return true;
}

void upcr_read_ahead(void *dst, upcr_pts_t p, size_t n) {
  upcr_own_pthreads_lock(&mutex);
  repeats = p == last ? repeats + 1 : 0;
  last = p;
  bool done = repeats < 2 && read_line(dst, p, n);
  upcr_own_pthreads_unlock(&mutex);
  if (!done)
    upcr_net->get(dst, p, n, UPCR_MEMORY_HOST);
}

/* src 0: forgets the line. More than a line is not worth a search. */
static void change(upcr_pts_t p, const void *src, size_t n) {
  upcr_pts_t first = line_of(p);
  if ((upcr_now.far_relaxed & UPCR_LINES_KEPT) == 0)
    return;
  if (p + n > first + LINE) {
    upcr_kept_forget();
    return;
  }
  upcr_own_pthreads_lock(&mutex);
  struct line *line = place_of(first);
  if (line->first == first && src)
    memcpy(line->bytes + (p - first), src, n);
  else if (line->first == first)
    line->first = 0;
  upcr_own_pthreads_unlock(&mutex);
}

void upcr_kept_write(upcr_pts_t p, const void *src, size_t n) { change(p, src, n); }

void upcr_kept_drop(upcr_pts_t p, size_t n) { change(p, 0, n); }

void upcr_kept_forget(void) {
  if ((upcr_now.far_relaxed & UPCR_LINES_KEPT) == 0)
    return;
  upcr_own_pthreads_lock(&mutex);
  epoch++;
  __atomic_fetch_and(&upcr_now.far_relaxed, ~UPCR_LINES_KEPT, __ATOMIC_RELAXED);
  upcr_own_pthreads_unlock(&mutex);
}
