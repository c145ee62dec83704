/* SPDX-License-Identifier: Apache-2.0 */
/* Far rows of a run of iterations, moved as a whole (the XL UPC paper of docs/papers.md, sections
 * 3.3 and 5.7).
 *
 * The compiler has proved (passes/coalesce.rs) that the run does not synchronise and is not left
 * early, that each iteration accesses each row, and that its other accesses touch none of the rows.
 * This file tests at run time that written rows share no byte with others. Then the memory model
 * permits for relaxed accesses to read a row before the run, and to write it after the run.
 *
 * All gets are under way at once, except of rows that lie behind the one copied before, or that a
 * loop reads again: the far cache (read_ahead.c) fetches several by a message. Short rows are
 * copied from it, since it mostly has them; short rows that the run writes are left to puts that
 * share messages. */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "../base/settings.h"
#include "../mem/job.h"
#include "../mem/segment.h"
#include "../net/net.h"
#include "far_cache.h"
#include "remote.h"
#include "transfer.h"

enum {
  LEAST = UPCR_FAR_LINE, /* bytes: a line of the far cache takes a round trip too */
  MOST = 65536,          /* bytes of a row at a time: several times what a round trip moves */
  DENSE = 8,             /* at least one byte of so many fetched ones is read */
  ALIGNED = 16,          /* bytes: what an element may be aligned to */
  FEWEST = 2,            /* iterations of a run (upc-emit/src/writer/runs.rs) */
  SHORTEST = 8,          /* iterations that pay for a copy from the far cache */
  LOG_KNOWN = 3,
  KNOWN = 1 << LOG_KNOWN, /* loops whose last run is known */
  MOST_KNOWN = 6          /* rows of such a run */
};

/* The bytes of n iterations, as offsets in the segment; signed, since the first may lie before the
 * segment. */
struct bytes {
  unsigned long thread;
  long low, high;
};

static struct bytes bytes_of(const struct upcr_row *row, unsigned long n) {
  long first = (long)upcr_pts_offset(row->first), last = first + row->bytes * (long)(n - 1);
  return (struct bytes){.thread = upcr_thread(row->first),
                        .low = (first < last ? first : last) - (long)row->before,
                        .high = (first < last ? last : first) + (long)row->behind};
}

static bool is_far(const struct upcr_row *row) { return row->at == 0; }

static unsigned long distance(const struct upcr_row *row) {
  return (unsigned long)(row->bytes < 0 ? -row->bytes : row->bytes);
}

/* How many of n iterations have elements within MOST bytes; 0 if the row is not dense enough to
 * copy. */
static unsigned long that_fit(const struct upcr_row *row, unsigned long n) {
  unsigned long each = row->before + row->behind, most;
  if (each > MOST || distance(row) > DENSE * each)
    return 0;
  most = (MOST - each) / distance(row) + 1;
  return n < most ? n : most;
}

/* Ranges outside the segment are left to the access itself, which reports them. */
static bool is_inside(struct bytes b) {
  return b.thread < (unsigned long)upcr_self.threads && b.low >= (long)UPCR_STATIC_BASE &&
         b.high <= (long)upcr_job->segment_stride;
}

static bool meet(struct bytes a, struct bytes b) {
  return a.thread == b.thread && a.low < b.high && b.low < a.high;
}

/* A mapped row shares no byte with a far one. */
static bool is_apart(const struct upcr_row *row, int rows, int written, unsigned long n) {
  for (int i = 0; i < rows; i++)
    if (i != written && is_far(&row[i]) && meet(bytes_of(&row[i], n), bytes_of(&row[written], n)))
      return false;
  return true;
}

/* A copy has the row's alignment modulo ALIGNED. */
static size_t length_of(struct bytes b) { return (size_t)(b.high - b.low); }

static size_t room_of(struct bytes b) { return length_of(b) + 2 * ALIGNED; }

static char *aligned_as(char *at, struct bytes b) {
  return at + (((uintptr_t)b.low - (uintptr_t)at) & (ALIGNED - 1));
}

struct plan {
  unsigned long n;  /* iterations that can use copies of their far rows; 0: none */
  size_t total;     /* bytes of these copies */
  bool is_by_cache; /* the copies come from the far cache */
};

static const struct plan no_copies = {0, 0, false};

static struct plan plan(const struct upcr_row *row, int rows, unsigned long n) {
  size_t total = 0, longest = 0;
  bool writes = false;
  for (int i = 0; i < rows; i++)
    if (is_far(&row[i]) && (n = that_fit(&row[i], n)) == 0)
      return no_copies;
  for (int i = 0; i < rows; i++)
    if (is_far(&row[i])) {
      struct bytes b = bytes_of(&row[i], n);
      if (!is_inside(b) || (row[i].written && !is_apart(row, rows, i, n)))
        return no_copies;
      longest = length_of(b) > longest ? length_of(b) : longest;
      total += room_of(b);
      writes = writes || row[i].written;
    }
  bool is_short = longest < LEAST;
  return is_short && (writes || n < SHORTEST) ? no_copies : (struct plan){n, total, is_short};
}

static upcr_pts_t start_of(struct bytes b) { return upcr_pts_make(b.thread, (unsigned long)b.low); }

/* The far row that the thread copied last. */
static UPCR_PER_THREAD struct bytes last;

/* True if the thread walks along the owner's memory, or, in a loop that certainly does not wait,
 * reads the row again. */
static bool follows(struct bytes b) {
  bool goes_on = last.low < b.low || (last.low == b.low && upcr_counted.open > 0);
  return b.thread == last.thread && goes_on && b.low <= last.high + LEAST &&
         length_of(b) <= UPCR_FAR_PAGE && upcr_settings.read_ahead >= UPCR_FAR_PAGE;
}

/* Starts to fetch as much as reads of n bytes, at most a page, would; then takes them by lines. */
static void copy_by_lines(char *to, upcr_pts_t p, size_t n) {
  upcr_far_expect(p, 0, n);
  for (size_t some; n > 0; to += some, p += some, n -= some) {
    some = UPCR_FAR_LINE - (p & (UPCR_FAR_LINE - 1));
    some = some < n ? some : n;
    upcr_read_row_ahead(to, p, some);
  }
}

static void start_copy(struct upcr_row *row, struct bytes b, bool is_by_cache) {
  if (row->written)
    return;
  if (is_by_cache)
    upcr_read_row_ahead(row->copy, start_of(b), length_of(b));
  else if (follows(b))
    copy_by_lines(row->copy, start_of(b), length_of(b));
  else
    row->transfer = upcr_net->get_nb(row->copy, start_of(b), length_of(b), UPCR_MEMORY_HOST);
  last = b;
}

unsigned long upcr_rows_begin(struct upcr_row *row, int rows, unsigned long n) {
  struct plan p = plan(row, rows, n);
  char *copy;
  if (p.n == 0 || !(copy = malloc(p.total)))
    return 0;
  row->memory = copy;
  for (int i = 0; i < rows; i++)
    if (is_far(&row[i])) {
      struct bytes b = bytes_of(&row[i], p.n);
      row[i].copy = aligned_as(copy, b);
      start_copy(&row[i], b, p.is_by_cache);
      copy += room_of(b);
    }
  for (int i = 0; i < rows; i++)
    if (is_far(&row[i])) {
      upcr_net->wait(row[i].transfer);
      row[i].at = row[i].copy + ((long)upcr_pts_offset(row[i].first) - bytes_of(&row[i], p.n).low);
    }
  return p.n;
}

/* Where the rows of a run lay, all mapped, each with an element an iteration. Rows that are all as
 * many elements farther lie in the same blocks, as long as these last. Static arrays stay where
 * they are, so this holds for the whole job. */
struct known_run {
  const struct upcr_row_shape *shape; /* 0: none */
  long least;                         /* so many elements farther at least */
  long end;                           /* the last iteration's element is less than this */
  struct {
    long elem;
    upcr_pts_t first;
    char *at;
  } row[MOST_KNOWN];
};

static __thread struct known_run known_runs[KNOWN] __attribute__((tls_model("initial-exec")));

static struct known_run *known_run_of(const struct upcr_row_shape *shape) {
  return &known_runs[(uintptr_t)shape * 0x9e3779b97f4a7c15u >> (64 - LOG_KNOWN)];
}

/* True if the n iterations have rows beside those of a known run. */
static bool find_again(struct upcr_row *row, const struct upcr_row_shape *shape, const long *elem,
                       int rows, long n) {
  const struct known_run *known = known_run_of(shape);
  if (known->shape != shape)
    return false;
  long farther = elem[0] - known->row[0].elem;
  if (farther < known->least || n > known->end - farther)
    return false;
  for (int i = 0; i < rows; i++) {
    if (elem[i] - known->row[i].elem != farther)
      return false;
    long bytes = farther * (long)shape[i].elem_size;
    row[i].first = upcr_add0(known->row[i].first, bytes);
    row[i].at = known->row[i].at + bytes;
  }
  return true;
}

/* Every row is mapped, so no element number is negative. */
static void remember(const struct upcr_row *row, const struct upcr_row_shape *shape,
                     const long *elem, int rows) {
  struct known_run *known = known_run_of(shape);
  known->shape = 0;
  if (rows > MOST_KNOWN)
    return;
  known->least = LONG_MIN;
  known->end = LONG_MAX;
  for (int i = 0; i < rows; i++) {
    long phase = elem[i] % (long)shape[i].block, least = (long)shape[i].low - phase,
         end = (long)(shape[i].block - shape[i].high) - phase;
    if (shape[i].elems != 1)
      return;
    known->least = least > known->least ? least : known->least;
    known->end = end < known->end ? end : known->end;
    known->row[i].elem = elem[i];
    known->row[i].first = row[i].first;
    known->row[i].at = row[i].at;
  }
  known->shape = shape;
}

/* Finds the row of n iterations that begins at element `elem`. Returns how many of them stay in its
 * block. */
static unsigned long find(struct upcr_row *row, const struct upcr_row_shape *shape, long elem,
                          unsigned long n) {
  if (elem < 0)
    return 0;
  upcr_ppts_t first = upcr_ppidx(*shape->array, elem, shape->block, shape->elem_size);
  row->first = first.p;
  return upcr_run_any(&row->at, first, shape->block, shape->low, shape->high, shape->elems, n);
}

/* The rest of the row, which the iterations do not use. */
static void describe(struct upcr_row *row, const struct upcr_row_shape *shape) {
  *row = (struct upcr_row){.first = row->first,
                           .bytes = shape->elems * (long)shape->elem_size,
                           .before = shape->low * shape->elem_size,
                           .behind = (shape->high + 1) * shape->elem_size,
                           .written = shape->written,
                           .at = row->at};
}

/* Other threads wait for their rows while this one computes: they are answered between its rows. */
static void answer_others(void) {
  if (upcr_net->poll_node)
    upcr_net->poll_node();
}

/* All rows, those that are far in copies. */
static unsigned long find_anew(struct upcr_row *row, const struct upcr_row_shape *shape,
                               const long *elem, int rows, unsigned long n) {
  bool far = false;
  for (int i = 0; i < rows; i++) {
    n = n < FEWEST ? 0 : find(&row[i], &shape[i], elem[i], n);
    if (n < FEWEST || (is_far(&row[i]) && !shape[i].copied))
      return 0;
    far = far || is_far(&row[i]);
  }
  if (!far) {
    remember(row, shape, elem, rows);
    return n;
  }
  for (int i = 0; i < rows; i++)
    describe(&row[i], &shape[i]);
  return upcr_rows_begin(row, rows, n);
}

unsigned long upcr_rows_find(struct upcr_row *row, const struct upcr_row_shape *shape,
                             const long *elem, int rows, unsigned long n) {
  answer_others();
  row->memory = 0;
  if (n >= FEWEST && n <= LONG_MAX && find_again(row, shape, elem, rows, (long)n))
    return n;
  return find_anew(row, shape, elem, rows, n);
}

void upcr_rows_end(struct upcr_row *row, int rows, unsigned long n) {
  for (int i = 0; i < rows; i++)
    if (row[i].copy && row[i].written) {
      struct bytes b = bytes_of(&row[i], n);
      upcr_far_put(start_of(b), row[i].copy, length_of(b));
    }
  free(row->memory);
}
