/* SPDX-License-Identifier: Apache-2.0 */
/* The elements that a thread works on, and loops over them. */
#include "elements.h"

#include <string.h>

#include "../copies.h"
#include "../patterns/schedule.h"
#include "reduction.h"
#include "../constants.h"

/* The first element's block counts, though elements before it in the block do not. */
static size_t blocks(const struct upcr_reduction *r) {
  if (r->blk_size == 0)
    return r->nelems > 0;
  return r->nelems == 0 ? 0 : (r->src.phase + r->nelems - 1) / r->blk_size + 1;
}

/* The first element of block b, or the end. */
static size_t first_of_block(const struct upcr_reduction *r, size_t b) {
  if (b == 0)
    return 0;
  if (b >= blocks(r))
    return r->nelems;
  return b * r->blk_size - r->src.phase;
}

int upcr_thread_of_rank(const struct upcr_reduction *r, int rank) {
  return (int)(((long)upcr_thread(r->src.p) + rank) % upcr_self.threads);
}

struct upcr_range upcr_range_of_rank(const struct upcr_reduction *r, int rank) {
  size_t n = blocks(r);
  return (struct upcr_range){first_of_block(r, upcr_even_first(n, upcr_self.threads, rank)),
                             first_of_block(r, upcr_even_first(n, upcr_self.threads, rank + 1))};
}

struct upcr_range upcr_share_of(const struct upcr_reduction *r, int p) {
  return (struct upcr_range){upcr_even_first(r->nelems, upcr_self.threads, p),
                             upcr_even_first(r->nelems, upcr_self.threads, p + 1)};
}

bool upcr_ranges_are_local(const struct upcr_reduction *r) {
  return blocks(r) <= (size_t)upcr_self.threads;
}

/* The first element of the block of rank > 0 in the first row. */
static upcr_pts_t first_of_rank(const struct upcr_elements *e, int rank) {
  upcr_pts_t block = upcr_pts_move(e->start.p, 0, -(e->start.phase * e->size));
  int before_wrap = upcr_self.threads - (int)upcr_thread(block);
  return rank < before_wrap ? upcr_pts_move(block, rank, 0)
                            : upcr_pts_move(block, rank - upcr_self.threads, e->block * e->size);
}

struct run {
  upcr_pts_t at;
  size_t length;
};

/* The elements on the rank-th thread from that of the first on lie one after the other. Rows of
 * blocks follow each other on a thread, so its blocks do, the first and the last perhaps not whole.
 * No division where there is but one row. */
static struct run own_of_rank(const struct upcr_elements *e, int rank) {
  struct run own = {.at = e->start.p, .length = rank == 0 ? e->count : 0};
  size_t block = e->block,
         positions = e->start.phase + e->count; /* from the first block's beginning on */
  if (block == 0 || positions <= block)
    return own;
  size_t row = block * (size_t)upcr_self.threads, begin = block * (size_t)rank;
  size_t rows = positions < row ? 0 : positions / row,
         rest = positions - rows * row; /* whole ones, and behind them */
  size_t last = rest <= begin ? 0 : rest - begin < block ? rest - begin : block;
  own.length = rows * block + last - (rank == 0 ? e->start.phase : 0);
  if (own.length > 0 && rank > 0)
    own.at = first_of_rank(e, rank);
  return own;
}

static int rank_from(upcr_pts_t start, int thread) {
  int rank = thread - (int)upcr_thread(start);
  return rank < 0 ? rank + upcr_self.threads : rank;
}

int upcr_rank_of(const struct upcr_reduction *r, int thread) { return rank_from(r->src.p, thread); }

struct upcr_extent upcr_extent_of(const struct upcr_elements *e, int thread) {
  struct run own = own_of_rank(e, rank_from(e->start.p, thread));
  return (struct upcr_extent){own.at, own.length * e->size};
}

static void append(const struct upcr_reduction *r, struct upcr_partial *acc, const char *v,
                   size_t n) {
  if (n == 0)
    return;
  r->type->fold(r, acc->value, acc->any, v, n);
  acc->any = true;
}

void upcr_partial_append(const struct upcr_reduction *r, struct upcr_partial *left,
                         const struct upcr_partial *right) {
  append(r, left, (const char *)right->value, right->any);
}

/* acc = acc op the n elements at `at`, which lie one after the other: where they lie, or chunk by
 * chunk where they are far. */
static void fold_run(const struct upcr_reduction *r, upcr_pts_t at, size_t n,
                     struct upcr_partial *acc) {
  _Alignas(16) char buffer[UPCR_CHUNK_BYTES];
  size_t size = r->type->size, room = sizeof buffer / size;
  const char *here = upcr_reach(at);
  if (here) {
    append(r, acc, here, n);
    return;
  }
  for (size_t done = 0, chunk; done < n; done += chunk) {
    chunk = upcr_least(n - done, room);
    upcr_getb(buffer, at + done * size, chunk * size);
    append(r, acc, buffer, chunk);
  }
}

void upcr_fold_own(const struct upcr_reduction *r, struct upcr_partial *result) {
  struct upcr_elements elements = upcr_elements_of(r);
  struct run own = own_of_rank(&elements, upcr_rank_of(r, upcr_self.mythread));
  result->any = false;
  fold_run(r, own.at, own.length, result);
}

/* Scans n > 0 elements in memory of the process. */
static void scan_here(const struct upcr_reduction *r, char *to, const char *from, size_t n,
                      struct upcr_partial *carry) {
  size_t size = r->type->size, skip = carry->any ? 0 : 1;
  if (skip) {
    memcpy(carry->value, from, size);
    memcpy(to, carry->value, size);
    carry->any = true;
  }
  r->type->scan(r, carry->value, to + skip * size, from + skip * size, n - skip);
}

/* Scans elements at `from` to `to`: all n > 0 where both are mapped, at most as many as fit in a
 * buffer where one is far. Gives how many. */
static size_t scan_chunk(const struct upcr_reduction *r, upcr_pts_t to, upcr_pts_t from, size_t n,
                         struct upcr_partial *carry) {
  _Alignas(16) char buffer[UPCR_CHUNK_BYTES];
  size_t size = r->type->size, room = sizeof buffer / size;
  char *dst = upcr_reach(to);
  const char *src = upcr_reach(from);
  if (dst && src) {
    scan_here(r, dst, src, n, carry);
    return n;
  }
  if (n > room)
    n = room;
  upcr_getb(buffer, from, n * size);
  scan_here(r, buffer, buffer, n, carry);
  upcr_write(to, buffer, n * size);
  return n;
}

void upcr_scan_range(const struct upcr_reduction *r, struct upcr_range range,
                     struct upcr_partial *carry) {
  struct upcr_runs from = upcr_runs_of(r, r->src, range), to = upcr_runs_of(r, r->dst, range);
  while (from.length > 0) {
    size_t both =
        from.length < to.length ? from.length : to.length; /* alike as a rule: functions.c */
    size_t n = scan_chunk(r, to.at, from.at, both, carry);
    upcr_runs_advance(&from, n);
    upcr_runs_advance(&to, n);
  }
}

void upcr_fold_range(const struct upcr_reduction *r, struct upcr_range range,
                     struct upcr_partial *result) {
  struct upcr_runs run = upcr_runs_of(r, r->src, range);
  result->any = false;
  for (; run.length > 0; upcr_runs_advance(&run, run.length))
    fold_run(r, run.at, run.length, result);
}

void upcr_fold_all(const struct upcr_reduction *r, struct upcr_partial *result) {
  struct upcr_elements elements = upcr_elements_of(r);
  if (!upcr_is_commutative(r))
    return upcr_fold_range(r, (struct upcr_range){0, r->nelems}, result);
  result->any = false;
  for (int rank = 0; rank < upcr_self.threads; rank++) {
    struct run own = own_of_rank(&elements, rank);
    fold_run(r, own.at, own.length, result);
  }
}
