/* SPDX-License-Identifier: Apache-2.0 */
/* The inspector of loops that read far elements, `sum += p[b[i]]`. It collects their addresses,
 * sorts them by owner and fetches them in bulk; then the loop reads the values in its own order
 * (the inspector-executor scheme of Saltz, Crowley, Mirchandaney and Berryman, J. Parallel Distrib.
 * Comput. 8, 1990).
 *
 * The compiler has proved (passes/inspector/) that each iteration reads these elements, that
 * nothing in the loop synchronises or writes what the addresses are made of, and that the loop does
 * not wait. It writes no far element that it reads: their types or names differ, or the written
 * element is near, which is tested here. So the relaxed reads may be made before the loop (UPC 1.3,
 * 5.1.2.3). If an address would end the program, the loop is executed as it was written: an
 * assertion in it may come first.
 *
 * The addresses decide whether inspecting pays: if few are far, the loop is executed as it was
 * written, and its next starts are not inspected. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "../base/atomics.h"
#include "far_pieces.h"
#include "remote.h"
#include "transfer.h"

enum {
  FIRST = 64,     /* addresses to examine before more are collected */
  MOST = 1 << 21, /* most addresses of a loop: 16 MiB, and as much for the values */
  SHARE = 16,     /* at least one address of so many must be far */
  LEAST = 256,  /* least far elements: fewer arrive about as fast as cached lines (read_ahead.c) */
  SITES = 64,   /* loops that are remembered, a power of two */
  LONGEST = 255 /* most starts of a loop that are skipped after vain inspections */
};

/* A loop whose inspection found few far elements: the next `skip` starts are not inspected, and
 * twice as many after the next such inspection. A program's own pthreads share the records of their
 * UPC thread; a lost update is harmless. */
struct site {
  const void *of;
  unsigned char skip, length;
};
static UPCR_PER_THREAD struct site sites[SITES];

static struct site *site_of(const void *of) {
  return &sites[(uintptr_t)of * 0x9e3779b97f4a7c15u >> 58];
}

static bool is_skipped(const void *of) {
  struct site *s = site_of(of);
  if (__atomic_load_n(&s->of, __ATOMIC_RELAXED) != of)
    return false;
  unsigned char skip = __atomic_load_n(&s->skip, __ATOMIC_RELAXED);
  if (skip > 0)
    __atomic_store_n(&s->skip, skip - 1, __ATOMIC_RELAXED);
  return skip > 0;
}

static void remember(const void *of, bool vain) {
  struct site *s = site_of(of);
  bool known = __atomic_load_n(&s->of, __ATOMIC_RELAXED) == of;
  unsigned length = vain ? (known ? 2u * s->length + 1 : 1) : 0;
  length = length > LONGEST ? LONGEST : length;
  __atomic_store_n(&s->of, of, __ATOMIC_RELAXED);
  __atomic_store_n(&s->length, (unsigned char)length, __ATOMIC_RELAXED);
  __atomic_store_n(&s->skip, (unsigned char)length, __ATOMIC_RELAXED);
}

int upcr_inspector_begin(struct upcr_inspector *a, unsigned reads, unsigned long logs) {
  const void *site = __builtin_return_address(0);
  if (is_skipped(site))
    return 0;
  upcr_pts_t *at = malloc(FIRST * sizeof *at);
  *a = (struct upcr_inspector){.at = at, .reads = reads, .logs = logs, .site = site};
  a->room = at ? FIRST : 0;
  return at != 0;
}

static unsigned log_of(const struct upcr_inspector *a, unsigned long i) {
  return (unsigned)(a->logs >> 4 * (i % a->reads)) & 15;
}

static bool is_write(const struct upcr_inspector *a, unsigned long i) {
  return log_of(a, i) == UPCR_INSPECTOR_WRITE;
}

static bool is_far(upcr_pts_t p) { return upcr_near(p) == 0; }

static bool is_far_read(const struct upcr_inspector *a, unsigned long i) {
  return !is_write(a, i) && is_far(a->at[i]);
}

static size_t size_of(const struct upcr_inspector *a, unsigned long i) {
  return (size_t)1 << log_of(a, i);
}

/* False for a pointer whose access ends the program: null to be read, or outside all segments. Also
 * false for a far element to be written. */
static bool is_possible(const struct upcr_inspector *a, unsigned long i) {
  upcr_pts_t p = a->at[i];
  if (is_write(a, i))
    return p == 0 || (upcr_is_inside(p, 1) && !is_far(p));
  return upcr_is_inside(p, size_of(a, i));
}

/* True if at least one address in SHARE, and at least `least` in all, is a far read, and all writes
 * are near. */
static bool is_worth_it(const struct upcr_inspector *a, unsigned long least) {
  unsigned long far = 0;
  for (unsigned long i = 0; i < a->count; i++) {
    if (!is_possible(a, i))
      return false;
    far += a->at[i] && is_far_read(a, i);
  }
  return far >= least && far >= a->count / SHARE;
}

int upcr_inspector_more(struct upcr_inspector *a) {
  unsigned long room = a->room * 4;
  if (room > MOST || (a->room == FIRST && !is_worth_it(a, 1)))
    return 0;
  upcr_pts_t *at = realloc(a->at, room * sizeof *at);
  if (!at)
    return 0;
  a->at = at;
  a->room = room;
  return 1;
}

static char *value_of(const struct upcr_inspector *a, unsigned long i) { return a->values + 8 * i; }

/* Sorts the far addresses by thread: those of t become pieces[start[t]] to pieces[start[t + 1] -
 * 1]. */
static void sort(const struct upcr_inspector *a, struct upcr_far_piece *pieces, unsigned *start) {
  for (unsigned i = 0; i < a->count; i++)
    if (is_far_read(a, i))
      start[upcr_thread(a->at[i]) + 2]++;
  for (int t = 0; t < upcr_self.threads; t++)
    start[t + 2] += start[t + 1];
  for (unsigned i = 0; i < a->count; i++)
    if (is_far_read(a, i))
      pieces[start[upcr_thread(a->at[i]) + 1]++] =
          (struct upcr_far_piece){a->at[i], value_of(a, i), size_of(a, i)};
}

static void fetch_far(struct upcr_inspector *a, struct upcr_far_piece *pieces, unsigned *start) {
  sort(a, pieces, start);
  for (int t = 0; t < upcr_self.threads; t++)
    upcr_far_get_pieces(pieces + start[t], start[t + 1] - start[t]);
}

/* If the loop may write the near elements that it reads, it reads them itself: marks what was
 * fetched. */
static void mark_far(struct upcr_inspector *a) {
  for (unsigned long i = 0; i < a->count; i++)
    if (is_far_read(a, i))
      a->at[i] = 0;
}

static void fetch_near(struct upcr_inspector *a) {
  for (unsigned long i = 0; i < a->count; i++)
    if (!is_far(a->at[i]))
      upcr_copy_piece(value_of(a, i), upcr_near(a->at[i]), size_of(a, i));
}

void upcr_inspector_fetch(struct upcr_inspector *a) {
  bool worth_it = is_worth_it(a, LEAST);
  remember(a->site, !worth_it);
  if (!worth_it)
    return;
  struct upcr_far_piece *pieces = malloc(a->count * sizeof *pieces);
  unsigned *start = calloc((size_t)upcr_self.threads + 2, sizeof *start);
  a->values = pieces && start ? malloc(a->count * 8) : 0;
  if (a->values) {
    fetch_far(a, pieces, start);
    if (a->logs & UPCR_INSPECTOR_FAR_ONLY)
      mark_far(a);
    else
      fetch_near(a);
  }
  free(pieces);
  free(start);
}

void upcr_inspector_end(struct upcr_inspector *a) {
  free(a->at);
  free(a->values);
}
