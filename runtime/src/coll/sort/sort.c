/* SPDX-License-Identifier: Apache-2.0 */
#include "sort.h"

#include <stdlib.h>

#include "../../base/log.h"
#include "../../check/check.h"
#include "../../core/alloc.h"
#include "../../core/library.h"
#include "../../core/remote.h"
#include "../functions.h"

static void *private_memory(size_t bytes) {
  void *memory = malloc(bytes + 1);
  if (!memory)
    upcr_fatal("upc_all_sort: no memory for %zu bytes", bytes);
  return memory;
}

/* Elements i to i + *count - 1 of the array lie one after the other from here on; i + *count is
 * at most `end`. */
static upcr_pts_t stretch(const struct upcr_sort *s, size_t i, size_t end, size_t *count) {
  *count = end - i;
  if (s->blk_size == 0)
    return s->array + i * s->elem_size;
  size_t block = s->blk_size - i % s->blk_size;
  *count = block < *count ? block : *count;
  return upcr_idxb(s->array, (long)i, s->blk_size, s->elem_size);
}

static void read_share(const struct upcr_sort *s) {
  int me = upcr_self.mythread;
  size_t first = upcr_sort_first(s, me), end = first + upcr_sort_count(s, me), count;
  for (size_t i = first; i < end; i += count) {
    upcr_pts_t from = stretch(s, i, end, &count);
    upcr_copyb(upcr_sort_in_run(s, me, i - first), from, count * s->elem_size);
  }
}

static void write_share(const struct upcr_sort *s) {
  int me = upcr_self.mythread;
  size_t first = upcr_sort_first(s, me), end = first + upcr_sort_count(s, me), count;
  for (size_t i = first; i < end; i += count) {
    upcr_pts_t to = stretch(s, i, end, &count);
    upcr_copyb(to, upcr_sort_in_run(s, me, i - first), count * s->elem_size);
  }
}

/* Room for the longest run, a multiple of 16. */
static size_t bytes_of_a_run(const struct upcr_sort *s) {
  size_t most = s->nelems / (size_t)upcr_self.threads + 1;
  return (most * s->elem_size + 15) & ~(size_t)15;
}

/* Where a thread's share of the result begins in the run of each thread: [THREADS], behind its
 * run. */
static upcr_pts_t beginnings(const struct upcr_sort *s, int thread) {
  return upcr_sort_in_run(s, thread, 0) + bytes_of_a_run(s);
}

static int compare_in_runs(const void *sort, int a, size_t i, int b, size_t k) {
  const struct upcr_sort *s = sort;
  return s->compare(upcr_pp(upcr_sort_in_run(s, a, i), 0), upcr_pp(upcr_sort_in_run(s, b, k), 0));
}

/* Finds the beginnings of the caller's share, once all runs are sorted. */
static void find_beginnings(const struct upcr_sort *s) {
  int threads = upcr_self.threads;
  size_t n = (size_t)threads, *memory = private_memory(4 * n * sizeof *memory),
         *length = memory + 3 * n;
  for (int t = 0; t < threads; t++)
    length[t] = upcr_sort_count(s, t);
  struct upcr_split split = {threads, length, compare_in_runs, s};
  upcr_split_at(&split, upcr_sort_first(s, upcr_self.mythread), memory, memory + n);
  upcr_write(beginnings(s, upcr_self.mythread), memory, n * sizeof *memory);
  free(memory);
}

/* Where the caller's share ends in each run: where the next one's begins. */
static void get_ends(const struct upcr_sort *s, size_t *end) {
  int next = upcr_self.mythread + 1, threads = upcr_self.threads;
  if (next < threads) {
    upcr_getb(end, beginnings(s, next), (size_t)threads * sizeof *end);
    return;
  }
  for (int t = 0; t < threads; t++)
    end[t] = upcr_sort_count(s, t);
}

/* Fetches the caller's piece of each run into `spare`; start[t] is where the piece of run t
 * begins there, start[THREADS] where the last one ends. */
static void fetch_pieces(const struct upcr_sort *s, size_t *start) {
  int threads = upcr_self.threads;
  size_t n = (size_t)threads, *begin = private_memory(2 * n * sizeof *begin), *end = begin + n;
  upcr_getb(begin, beginnings(s, upcr_self.mythread), n * sizeof *begin);
  get_ends(s, end);
  start[0] = 0;
  for (int t = 0; t < threads; t++) {
    size_t count = end[t] - begin[t];
    start[t + 1] = start[t] + count;
    if (count)
      upcr_getb(s->spare + start[t] * s->elem_size, upcr_sort_in_run(s, t, begin[t]),
                count * s->elem_size);
  }
  free(begin);
}

/* From sorted runs to the caller's share of the result, in its run. */
static void merge_share(const struct upcr_sort *s) {
  size_t *start = private_memory(((size_t)upcr_self.threads + 1) * sizeof *start);
  find_beginnings(s);
  upcr_coll_step(&s->call); /* all beginnings are there */
  fetch_pieces(s, start);
  upcr_coll_step(&s->call); /* no run is read any more */
  upcr_write(upcr_sort_in_run(s, upcr_self.mythread, 0), s->spare,
             start[upcr_self.threads] * s->elem_size);
  upcr_sort_merge_pieces(s, start, upcr_self.threads);
  free(start);
}

static upcr_pts_t make_runs(const struct upcr_sort *s) {
  size_t bytes = bytes_of_a_run(s) + (size_t)upcr_self.threads * sizeof(size_t);
  upcr_pts_t runs = upcr_self.mythread == 0 ? upcr_alloc_symmetric(bytes) : 0;
  runs = upcr_collective_broadcast(s->call.which, s->call.arguments, upcr_pp(runs, 0)).p;
  if (runs == 0)
    upcr_fatal("upc_all_sort: %zu bytes of shared heap in each thread are wanted; make the heap "
               "larger with upcrun "
               "-shared-heap",
               bytes);
  return runs;
}

/* The array is indexed from the start of a block on thread 0, or lies on one thread. */
static void check_arguments(const struct upcr_sort *s, upcr_ppts_t A) {
  upcr_argument_check(UPCR_ALL_SORT, A.p, "A");
  if (s->blk_size != 0 && (upcr_thread(A.p) != 0 || A.phase != 0))
    upcr_fatal("upc_all_sort: A must point to thread 0, phase 0, where blk_size is not 0; it "
               "points to thread %lu, phase %lu",
               upcr_thread(A.p), A.phase);
  if (s->elem_size == 0)
    upcr_fatal("upc_all_sort: elem_size is 0");
  if (!s->compare)
    upcr_fatal("upc_all_sort: func is a null pointer");
  if (!upcr_check_on())
    return;
  struct upcr_elements array = {A, s->nelems, s->blk_size, s->elem_size};
  upcr_extent_check(UPCR_ALL_SORT, upcr_extent_of_elements(&array), "update");
}

void upc_all_sort(upcr_ppts_t A, size_t elem_size, size_t nelems, size_t blk_size,
                  int (*func)(upcr_ppts_t, upcr_ppts_t), int flags) {
  struct upcr_sort s = {.call = upcr_coll_call(UPCR_ALL_SORT, flags, A, upcr_pp(elem_size, 0),
                                               nelems + (blk_size << 32)),
                        .array = A.p,
                        .elem_size = elem_size,
                        .nelems = nelems,
                        .blk_size = blk_size,
                        .compare = func};
  check_arguments(&s, A);
  upcr_coll_enter(&s.call);
  s.runs = make_runs(&s);
  s.spare = private_memory(bytes_of_a_run(&s));
  read_share(&s);
  upcr_sort_run(&s, upcr_sort_count(&s, upcr_self.mythread));
  upcr_coll_step(&s.call); /* all runs are sorted, and the array has been read */
  if (upcr_self.threads > 1)
    merge_share(&s);
  write_share(&s);
  upcr_coll_step(&s.call); /* all of the array is written, no run is used any more */
  if (upcr_self.mythread == 0)
    upcr_free_shared(s.runs, "upc_all_sort");
  free(s.spare);
}
