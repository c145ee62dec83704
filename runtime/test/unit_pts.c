/* SPDX-License-Identifier: Apache-2.0 */
/* Pointer arithmetic against brute force: walks one element at a time by the definition of
 * UPC 6.4.2 and 6.5.2.1. */
#define UPCR_SETS_SELF
#include <upcr/upcr.h>

#include "test.h"

#define BASE 4096ul

static void set_threads(int threads) {
  upcr_self.threads = threads;
  upcr_self.recip = ~0ul / (unsigned long)threads;
}

static upcr_ppts_t at(long thread, long phase, long local, unsigned long elem_size) {
  return upcr_pp(upcr_pts_make((unsigned long)thread, BASE + (unsigned long)local * elem_size),
                 (unsigned long)phase);
}

/* The element after (thread, phase, local) in a layout of blocks of B on T threads. */
static void step(long *thread, long *phase, long *local, long block, long threads) {
  ++*local;
  if (++*phase < block)
    return;
  *phase = 0;
  if (++*thread < threads) {
    *local -= block;
    return;
  }
  *thread = 0;
}

enum { ELEMENTS = 130 };
static upcr_ppts_t element[ELEMENTS];

static void walk(long block, long threads, unsigned long elem_size) {
  long thread = 0, phase = 0, local = 0;
  for (int i = 0; i < ELEMENTS; i++) {
    element[i] = at(thread, phase, local, elem_size);
    step(&thread, &phase, &local, block, threads);
  }
}

static int same(upcr_ppts_t a, upcr_ppts_t b) { return a.p == b.p && a.phase == b.phase; }

/* Steps of one element, which the arithmetic knows as constants. */
static int unit_steps_wrong(unsigned long block, unsigned long elem_size) {
  int bad = 0;
  for (int i = 1; i < ELEMENTS; i++) {
    bad += !same(upcr_addb(element[i - 1], 1, block, elem_size), element[i]);
    bad += !same(upcr_addb(element[i], -1, block, elem_size), element[i - 1]);
    if (block == 1) {
      bad += upcr_add1(element[i - 1].p, 1, elem_size) != element[i].p;
      bad += upcr_add1(element[i].p, -1, elem_size) != element[i - 1].p;
    }
  }
  return bad;
}

/* Steps of whole rows. */
static int rows_wrong(unsigned long block, unsigned long elem_size) {
  int bad = 0;
  long row = (long)block * upcr_threads();
  for (long i = 0; i < ELEMENTS; i++)
    for (long j = i % row; j < ELEMENTS; j += row) {
      long bytes = (j - i) / row * (long)(block * elem_size);
      bad += !same(upcr_addrb(element[i], bytes), element[j]) ||
             upcr_addr(element[i].p, bytes) != element[j].p;
    }
  return bad;
}

static int sign(long n) { return (n > 0) - (n < 0); }

static void check_layout(long block, int threads, unsigned long elem_size) {
  int bad = 0;
  set_threads(threads);
  walk(block, threads, elem_size);
  unsigned long b = (unsigned long)block;
  for (int i = 0; i < ELEMENTS; i++) {
    bad += upcr_idxb(BASE, i, b, elem_size) != element[i].p;
    bad += !same(upcr_ppidx(BASE, i, b, elem_size), element[i]);
    for (int j = 0; j < ELEMENTS; j++) {
      bad += !same(upcr_addb(element[i], j - i, b, elem_size), element[j]);
      bad += !same(upcr_stepb(element[i], j - i, b, elem_size), element[j]);
      bad += upcr_diffb(element[j], element[i], b, elem_size) != j - i;
      bad += sign(upcr_orderb(element[j], element[i], b, elem_size)) != sign(j - i);
    }
  }
  bad += unit_steps_wrong(b, elem_size);
  bad += rows_wrong(b, elem_size);
  if (!CHECK(bad == 0))
    fprintf(stderr, "block %ld, %d threads, element of %lu bytes: %d wrong\n", block, threads,
            elem_size, bad);
}

static void check_cyclic(int threads, unsigned long elem_size) {
  int bad = 0;
  set_threads(threads);
  walk(1, threads, elem_size);
  for (int i = 0; i < ELEMENTS; i++) {
    bad += upcr_idx1(BASE, i, elem_size) != element[i].p;
    upcr_self.mythread = i;
    bad += i < threads && upcr_own1(BASE) != element[i].p;
    for (int j = 0; j < ELEMENTS; j++) {
      bad += upcr_add1(element[i].p, j - i, elem_size) != element[j].p;
      bad += upcr_step1(element[i].p, j - i, elem_size) != element[j].p;
      bad += upcr_diff1(element[j].p, element[i].p, elem_size) != j - i;
      bad += sign(upcr_order1(element[j].p, element[i].p, elem_size)) != sign(j - i);
    }
  }
  CHECK(bad == 0);
}

/* Test vectors of negative and past-the-start moves (block size 3, 4 threads). */
static void check_vectors(void) {
  set_threads(4);
  CHECK(same(upcr_addb(at(1, 2, 5, 8), 4, 3, 8), at(3, 0, 3, 8)));
  CHECK(same(upcr_addb(at(0, 0, 0, 8), -1, 3, 8), at(3, 2, -1, 8)));
  CHECK(same(upcr_addb(at(2, 1, 4, 8), -20, 3, 8), at(3, 2, -1, 8)));
  /* Out of the segment and back. */
  upcr_ppts_t p = at(0, 0, 0, 8);
  CHECK(same(upcr_addb(upcr_addb(p, -100000, 3, 8), 100000, 3, 8), p));
  CHECK(same(upcr_addb(p, -1, 3, 8), at(3, 2, -1, 8)) &&
        same(upcr_addb(at(3, 2, -1, 8), 1, 3, 8), p));
  CHECK(same(upcr_addb(upcr_addb(p, -100000, 3, 8), 1, 3, 8), upcr_addb(p, -99999, 3, 8)));
  CHECK(upcr_add1(upcr_add1(BASE, -5000, 8), 1, 8) == upcr_add1(BASE, -4999, 8));
  CHECK(upcr_add1(upcr_add1(BASE, -5000, 8), -1, 8) == upcr_add1(BASE, -5001, 8));
  CHECK(upcr_step1(upcr_step1(BASE, -5000, 8), 3, 8) == upcr_add1(BASE, -4997, 8));
  CHECK(upcr_idx1(BASE, -1, 8) == upcr_add1(BASE, -1, 8) &&
        upcr_idxb(BASE, -7, 3, 8) == upcr_addb(p, -7, 3, 8).p);
  CHECK(same(upcr_ppidx(BASE, -7, 3, 8), upcr_addb(p, -7, 3, 8)));
  /* The end of the segment's offsets, from both sides, and half of them at once. */
  CHECK(upcr_addr(upcr_pts_make(2, 8), -64) == upcr_pts_make(2, (1ul << 40) - 56));
  CHECK(upcr_addr(upcr_pts_make(2, (1ul << 40) - 56), 64) == upcr_pts_make(2, 8));
  CHECK(upcr_addr(upcr_addr(upcr_pts_make(2, BASE), -(1l << 39)), 1l << 39) ==
        upcr_pts_make(2, BASE));
  CHECK(upcr_add0(upcr_add0(BASE, -1000000), 1000000) == BASE);
  CHECK(upcr_diff0(BASE + 80, BASE, 8) == 10 && upcr_diff0(BASE, BASE + 80, 8) == -10);
}

static long floor_div(long i, long d) { return i / d - (i % d < 0); }

static void check_division(void) {
  static const int counts[] = {1,  2,  3,    5,    7,     10,    48,           63,
                               64, 65, 1000, 4095, 65536, 99991, (1 << 24) - 1};
  static const long numbers[] = {
      0, 1, 2, 62, 63, 64, 65, 999999, (1l << 40) - 1, 1l << 40, (1l << 40) + 1, 1l << 62};
  for (unsigned c = 0; c < sizeof counts / sizeof *counts; c++) {
    set_threads(counts[c]);
    int bad = 0;
    for (unsigned n = 0; n < sizeof numbers / sizeof *numbers; n++)
      for (long near = -3; near <= 3; near++)
        for (int sign = -1; sign <= 1; sign += 2) {
          long i = sign * (numbers[n] / counts[c] * counts[c]) + near;
          bad += upcr_div_threads(i) != floor_div(i, counts[c]);
          bad += upcr_row_of(i) != floor_div(i, counts[c]);
          bad += upcr_column_of(i) != i - floor_div(i, counts[c]) * counts[c];
        }
    CHECK(bad == 0);
  }
}

static void check_affinity(void) {
  set_threads(3);
  upcr_self.mythread = 2;
  CHECK(upcr_mine_i(5) && !upcr_mine_i(4) && upcr_mine_i(-1) && !upcr_mine_i(-2));
  CHECK(upcr_mine_u(~0ul - 1) == ((~0ul - 1) % 3 == 2) && upcr_mine_u(~0ul) == (~0ul % 3 == 2));
  CHECK(upcr_mine_p(upcr_pts_make(2, BASE)) && !upcr_mine_p(BASE));
  struct upcr_forall outer = upcr_forall_enter(), inner = upcr_forall_enter();
  CHECK(!outer.all && inner.all);
  upcr_forall_leave(&inner);
  upcr_forall_leave(&outer);
  CHECK(upcr_now.forall_depth == 0);
}

int main(void) {
  static const int threads[] = {1, 2, 3, 4, 5, 7, 8, 16, 48, 100};
  static const long blocks[] = {1, 2, 3, 4, 5, 7, 8, 10, 16, 100, 1000};
  static const unsigned long sizes[] = {1, 2, 3, 4, 8, 12, 16, 24, 100};
  for (unsigned t = 0; t < sizeof threads / sizeof *threads; t++)
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
      check_cyclic(threads[t], sizes[s]);
      for (unsigned b = 0; b < sizeof blocks / sizeof *blocks; b++)
        check_layout(blocks[b], threads[t], sizes[s]);
    }
  check_vectors();
  check_division();
  check_affinity();
  CHECK(upcr_local(0) == 0);
  return test_report();
}
