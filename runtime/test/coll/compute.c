/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions and prefix reductions of `long`, whose operands keep their order or do not. */
#include <stdio.h>

#include "coll.h"

enum { NONCOMMUTATIVE = 1024, MOST = 700 };

static long then(long f, long g) {
  unsigned long a = (unsigned long)f >> 16 & 0xffff, b = (unsigned long)f & 0xffff;
  unsigned long c = (unsigned long)g >> 16 & 0xffff, d = (unsigned long)g & 0xffff;
  return (long)((a * c & 0xffff) << 16 | ((b * c + d) & 0xffff));
}

struct elements {
  int number;
  size_t n, blk; /* blk 0: all on thread `thread` */
  unsigned long thread, phase;
  int op;
};

static long value_of(int number, size_t i) {
  return (long)(((size_t)number + i) % 5 * 2 + 3) << 16 | (long)(i % 7 + 1);
}

/* The result over the elements up to i; `before` is the result without i. */
static long appended(const struct elements *e, long before, size_t i) {
  long v = value_of(e->number, i);
  return i == 0 ? v : e->op == UPC_ADD ? before + v : then(before, v);
}

static upcr_ppts_t start_of(upcr_ppts_t array, const struct elements *e) {
  if (e->blk == 0)
    return upcr_pp(upcr_pts_make(e->thread, upcr_pts_offset(array.p)), 0);
  return upcr_addb(array, (long)(e->thread * e->blk + e->phase), e->blk, sizeof(long));
}

static upcr_pts_t element(upcr_ppts_t start, const struct elements *e, size_t i) {
  return e->blk == 0 ? start.p + i * sizeof(long)
                     : upcr_addb(start, (long)i, e->blk, sizeof(long)).p;
}

/* The elements of one thread. */
static void fill_elements(const struct elements *e, int thread) {
  upcr_ppts_t start = start_of(coll_src, e);
  for (size_t i = 0; i < e->n; i++) {
    upcr_pts_t p = element(start, e, i);
    if (upcr_thread(p) == (unsigned long)thread)
      upcr_put_i64(p, value_of(e->number, i));
  }
}

static int prefix_is_right(const struct elements *e, int thread) {
  upcr_ppts_t start = start_of(coll_dst, e);
  long all = 0;
  for (size_t i = 0; i < e->n; i++) {
    upcr_pts_t p = element(start, e, i);
    all = appended(e, all, i);
    if (upcr_thread(p) == (unsigned long)thread && upcr_get_i64(p) != all)
      return 0;
  }
  return 1;
}

static long result_of(const struct elements *e) {
  long all = 0;
  for (size_t i = 0; i < e->n; i++)
    all = appended(e, all, i);
  return all;
}

static void run_round(const struct elements *e, int mode, int root) {
  upcr_ppts_t result =
      upcr_pp(upcr_pts_make((unsigned long)root, upcr_pts_offset(coll_small.p)), 0);
  int reduces = coll_tested.operation == UPCR_ALL_REDUCE, right;
  fill_elements(e, coll_writes_for(mode));
  coll_before(mode);
  if (reduces)
    upc_all_reduceL(result, start_of(coll_src, e), e->op, e->n, e->blk, then, coll_flags(mode));
  else
    upc_all_prefix_reduceL(start_of(coll_dst, e), start_of(coll_src, e), e->op, e->n, e->blk, then,
                           coll_flags(mode));
  coll_after(mode);
  int whose = coll_reads_of(mode);
  if (reduces)
    right = (whose != root && coll_out(mode) != UPCR_ALLSYNC) || e->n == 0 ||
            upcr_get_i64(result.p) == result_of(e);
  else
    right = prefix_is_right(e, whose);
  if (!right)
    fprintf(stderr,
            "%s: op %d, %zu elements, blocks of %zu from thread %lu phase %lu, root %d, modes %d "
            "%d, %d threads\n",
            coll_name, e->op, e->n, e->blk, e->thread, e->phase, root, (int)coll_in(mode),
            (int)coll_out(mode), N);
  CHECK(right);
  coll_barrier();
}

/* All pairs of a number of elements and a block size; each of both is tested with every pair of
 * modes, three at a time. With many threads operations take turns, too. */
void coll_compute(void) {
  size_t threads = (size_t)N, counts[] = {1, threads - 1, threads, 3 * threads + 1, MOST, 0};
  static const size_t blocks[] = {0, 1, 3, 100, 1000};
  int number = 0, turns = coll_full ? 3 : multi_by_turns ? 2 : 1;
  for (unsigned c = 0; c < sizeof counts / sizeof *counts; c++)
    for (unsigned b = 0; b < sizeof blocks / sizeof *blocks; b++)
      for (int turn = 0; turn < turns; turn++) {
        struct elements e = {++number, counts[c],     blocks[b], (unsigned long)(number % N),
                             0,        NONCOMMUTATIVE};
        int mode = (int)(3 * (unsigned)(turn + coll_turn) + b + c) % COLL_MODES,
            root = (number + coll_turn) % N;
        e.phase = e.blk ? (unsigned long)number % e.blk : 0;
        if (N <= 17 || (number + coll_turn) % 2)
          run_round(&e, mode, root);
        e.op = UPC_ADD;
        if (N <= 17 || (number + coll_turn) % 2 == 0)
          run_round(&e, mode, root);
      }
}
