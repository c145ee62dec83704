/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions of vectors of `long`. */
#include <stdio.h>

#include "coll.h"

enum { PERIOD = 97 /* of the elements of a vector */ };

static long term(int number, int thread, size_t i) {
  return (long)((size_t)(number * 17 + thread * 5) + i % PERIOD);
}

static long combined(int number, size_t i, int op) {
  long all = term(number, 0, i);
  for (int t = 1; t < N; t++) {
    long v = term(number, t, i);
    all = op == UPC_ADD ? all + v : op == UPC_MAX ? (all > v ? all : v) : all ^ v;
  }
  return all;
}

static upcr_ppts_t part_of(upcr_ppts_t array, int thread) {
  return upcr_pp(upcr_pts_make((unsigned long)thread, upcr_pts_offset(array.p)), 0);
}

static int has_root(void) { return coll_tested.operation == UPCR_ALL_REDUCE_VECTOR; }

static int is_right(upcr_ppts_t array, int thread, int number, size_t n, int op) {
  long *v = (long *)(void *)coll_bytes, expected[PERIOD];
  size_t first = coll_tested.operation == UPCR_ALL_REDUCE_SCATTER ? (size_t)thread * n : 0;
  for (size_t i = 0; i < PERIOD; i++)
    expected[i] = combined(number, i, op);
  upc_memget(v, part_of(array, thread), n * sizeof *v);
  for (size_t i = 0; i < n; i++)
    if (v[i] != expected[(first + i) % PERIOD])
      return 0;
  return 1;
}

static void call(upcr_ppts_t to, int op, size_t n, int flags) {
  switch (coll_tested.operation) {
  case UPCR_ALL_REDUCE_SCATTER:
    upcx_all_reduce_scatter(to, coll_src, UPC_LONG, op, n, flags);
    break;
  case UPCR_ALL_REDUCE_VECTOR:
    upcx_all_reduce_vector(to, coll_src, UPC_LONG, op, n, flags);
    break;
  default:
    upcx_all_reduce_all(to, coll_src, UPC_LONG, op, n, flags);
  }
}

static void run_round(int number, size_t n, int mode, int op, int in_place) {
  int whose = coll_writes_for(mode), root = has_root() ? number % N : 0;
  size_t all = coll_tested.operation == UPCR_ALL_REDUCE_SCATTER ? n * (size_t)N : n;
  upcr_ppts_t to = part_of(in_place ? coll_src : coll_dst, root);
  long *v = (long *)(void *)coll_bytes;
  for (size_t i = 0; i < all; i++)
    v[i] = term(number, whose, i);
  upc_memput(part_of(coll_src, whose), v, all * sizeof *v);
  coll_before(mode);
  call(to, op, n, coll_flags(mode));
  coll_after(mode);
  int reads = coll_reads_of(mode),
      right = (has_root() && reads != root) || is_right(to, reads, number, n, op);
  if (!right)
    fprintf(stderr, "%s: %zu elements, op %d, root %d, modes %d %d, in place %d, %d threads\n",
            coll_name, n, op, root, (int)coll_in(mode), (int)coll_out(mode), in_place, N);
  CHECK(right);
  coll_barrier();
}

/* Every number of elements with every pair of modes, not in place and in place: in turn where
 * there are many threads. */
void coll_vectors(void) {
  static const int ops[] = {UPC_ADD, UPC_MAX, UPC_XOR};
  size_t counts[] = {1, 2, (size_t)N, 6, 7, 100, 512, 513, 1500, 9001};
  int number = coll_turn, scatters = coll_tested.operation == UPCR_ALL_REDUCE_SCATTER;
  for (int mode = 0; mode < COLL_MODES; mode++)
    for (unsigned c = 0; c < sizeof counts / sizeof *counts; c++)
      for (int in_place = 0; in_place < (scatters ? 1 : 2); in_place++) {
        size_t bytes = counts[c] * (scatters ? (size_t)N : 1) * sizeof(long);
        int has_turn =
            (N <= 17 || scatters || (mode + (int)c) % 2 == in_place) && coll_has_turn((int)c, mode);
        if (++number && bytes <= COLL_ROOM && has_turn)
          run_round(number, counts[c], mode, ops[number % 3], in_place);
      }
}
