/* SPDX-License-Identifier: Apache-2.0 */
/* upc_all_sort (of UPC 1.2): a parallel merge sort with exact splitting.
 *
 * Every thread copies an equal share of the elements, by index, into its own run and sorts it;
 * finds the beginning of its share of the result in all sorted runs; fetches its piece of each run,
 * and merges the pieces. Equal elements keep their order, all shares are equal whatever the data,
 * and only the search for the beginnings compares elements of other threads. The comparison
 * function takes elements in shared memory, so compared elements lie in runs; merges go through
 * private memory. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../base/log.h"
#include "../check/check.h"
#include "../core/alloc.h"
#include "../core/library.h"
#include "../core/remote.h"
#include "../coll/call.h"
#include "../coll/patterns/schedule.h"
#include "../coll/reduce/elements.h"
#include "split.h"

enum { SHORT = 8 /* elements, sorted by insertion */ };

struct sort {
  uint32_t arguments; /* a digest */
  struct upcr_elements array;
  size_t size; /* of an element */
  int (*compare)(upcr_ppts_t a, upcr_ppts_t b);
  upcr_pts_t runs; /* symmetric: each thread's run, and the beginnings that it found */
  upcr_pts_t own;  /* the caller's run, as the function of the program sees it, */
  char *run;       /* and as C does */
  char *spare;     /* private: room for a run */
};

/* The share of thread `thread` of the elements: the first one's index, and how many. */
static size_t first_of(const struct sort *s, int thread) {
  return upcr_even_first(s->array.count, upcr_self.threads, thread);
}
static size_t count_of(const struct sort *s, int thread) {
  return first_of(s, thread + 1) - first_of(s, thread);
}

/* Element i of a thread's run. */
static upcr_pts_t in_run(const struct sort *s, int thread, size_t i) {
  return upcr_pts_make((unsigned long)thread, upcr_pts_offset(s->runs)) + i * s->size;
}

/* Sorting within a thread's run: a merge sort. */

/* True if the element at byte a of the run is less than the one at byte b. */
static inline bool is_less(const struct sort *s, size_t a, size_t b) {
  return s->compare(upcr_pp(s->own + a, 0), upcr_pp(s->own + b, 0)) < 0;
}

/* The rest of two sorted parts of the run, in bytes, and of the room for the result. */
struct parts {
  size_t left, left_end, right, right_end;
  char *out, *out_end;
};

/* One step from the front. Which element goes next is no branch: it cannot be predicted. */
static inline __attribute__((always_inline)) void take_first(const struct sort *s, struct parts *p,
                                                             size_t size) {
  size_t takes_right = -(size_t)is_less(s, p->right, p->left); /* all bits, or none */
  memcpy(p->out, s->run + (p->left ^ ((p->left ^ p->right) & takes_right)), size);
  p->out += size;
  p->right += size & takes_right;
  p->left += size & ~takes_right;
}

/* One step from the back. */
static inline __attribute__((always_inline)) void take_last(const struct sort *s, struct parts *p,
                                                            size_t size) {
  size_t left = p->left_end - size, right = p->right_end - size;
  size_t takes_left = -(size_t)is_less(s, right, left);
  p->out_end -= size;
  memcpy(p->out_end, s->run + (right ^ ((left ^ right) & takes_left)), size);
  p->left_end -= size & takes_left;
  p->right_end -= size & ~takes_left;
}

/* As many steps from both ends as the shorter part has elements: neither part runs out, and the two
 * chains of comparisons do not wait for each other. A function that is no order can make them take
 * an element twice. */
static inline __attribute__((always_inline)) bool take_both(const struct sort *s, struct parts *p,
                                                            size_t size) {
  size_t left = p->left_end - p->left, right = p->right_end - p->right;
  for (size_t steps = (left < right ? left : right) / size; steps > 0; steps--) {
    take_first(s, p, size);
    take_last(s, p, size);
  }
  return p->left <= p->left_end && p->right <= p->right_end;
}

/* Merges the sorted elements [left, right) and [right, end) of the run. */
static inline __attribute__((always_inline)) void merge_of(const struct sort *s, size_t left,
                                                           size_t right, size_t end, size_t size) {
  const struct parts all = {left * size, right * size, right * size,
                            end * size,  s->spare,     s->spare + (end - left) * size};
  struct parts p = all;
  if (!take_both(s, &p, size))
    p = all;
  while (p.left < p.left_end && p.right < p.right_end)
    take_first(s, &p, size);
  memcpy(p.out, s->run + p.left, p.left_end - p.left);
  p.out += p.left_end - p.left;
  memcpy(p.out, s->run + p.right, p.right_end - p.right);
  memcpy(s->run + left * size, s->spare, (end - left) * size);
}

/* The same. Parts that are in order need one comparison; copies of a known size are a load and a
 * store. */
static void merge(const struct sort *s, size_t left, size_t right, size_t end) {
  size_t size = s->size;
  if (left == right || right == end || !is_less(s, right * size, (right - 1) * size))
    return;
  if (size == 4)
    merge_of(s, left, right, end, 4);
  else if (size == 8)
    merge_of(s, left, right, end, 8);
  else if (size == 16)
    merge_of(s, left, right, end, 16);
  else
    merge_of(s, left, right, end, size);
}

/* Puts element i among the sorted elements [first, i), after those equal to it. */
static void insert(const struct sort *s, size_t first, size_t i) {
  size_t size = s->size, low = first, high = i;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (is_less(s, i * size, middle * size))
      high = middle;
    else
      low = middle + 1;
  }
  if (low == i)
    return;
  memcpy(s->spare, s->run + i * size, size);
  memmove(s->run + (low + 1) * size, s->run + low * size, (i - low) * size);
  memcpy(s->run + low * size, s->spare, size);
}

static void sort_range(const struct sort *s, size_t first, size_t end) {
  if (end - first <= SHORT) {
    for (size_t i = first + 1; i < end; i++)
      insert(s, first, i);
    return;
  }
  size_t half = first + (end - first) / 2;
  sort_range(s, first, half);
  sort_range(s, half, end);
  merge(s, first, half, end);
}

/* Merges sorted pieces of the run: piece p is of the elements [start[p], start[p + 1]). */
static void merge_pieces(const struct sort *s, const size_t *start, int pieces) {
  if (pieces < 2)
    return;
  int half = pieces / 2;
  merge_pieces(s, start, half);
  merge_pieces(s, start + half, pieces - half);
  merge(s, start[0], start[half], start[pieces]);
}

/* Between the runs. */

static void *private_memory(size_t bytes) {
  void *memory = malloc(bytes + 1);
  if (!memory)
    upcr_fatal("upc_all_sort: out of memory for %zu bytes", bytes);
  return memory;
}

/* Between the caller's share of the array and its run, stretch by stretch: elements that lie one
 * after the other. */
static void copy_share(const struct sort *s, bool to_run) {
  const struct upcr_elements *a = &s->array;
  size_t first = first_of(s, upcr_self.mythread), end = first_of(s, upcr_self.mythread + 1), count;
  for (size_t i = first; i < end; i += count) {
    size_t rest = end - i, block = a->block ? a->block - i % a->block : rest;
    count = block < rest ? block : rest;
    upcr_pts_t element = a->block ? upcr_idxb(a->start.p, (long)i, a->block, s->size)
                                  : a->start.p + i * s->size,
               in_own = s->own + (i - first) * s->size;
    upcr_copyb(to_run ? in_own : element, to_run ? element : in_own, count * s->size);
  }
}

/* Room for the longest run, a multiple of 16. */
static size_t bytes_of_a_run(const struct sort *s) {
  size_t most = s->array.count / (size_t)upcr_self.threads + 1;
  return (most * s->size + 15) & ~(size_t)15;
}

/* Where a thread's share of the result begins in the run of each thread: [THREADS], behind its
 * run. */
static upcr_pts_t beginnings(const struct sort *s, int thread) {
  return in_run(s, thread, 0) + bytes_of_a_run(s);
}

static int compare_in_runs(const void *sort, int a, size_t i, int b, size_t k) {
  const struct sort *s = sort;
  return s->compare(upcr_pp(in_run(s, a, i), 0), upcr_pp(in_run(s, b, k), 0));
}

/* Fetches elements [begin[t], end[t]) of each run t into `spare`; start[t] is where they begin
 * there, start[THREADS] where the last ones end. */
static void fetch_pieces(const struct sort *s, const size_t *begin, const size_t *end,
                         size_t *start) {
  start[0] = 0;
  for (int t = 0; t < upcr_self.threads; t++) {
    size_t count = end[t] - begin[t];
    start[t + 1] = start[t] + count;
    if (count)
      upcr_getb(s->spare + start[t] * s->size, in_run(s, t, begin[t]), count * s->size);
  }
}

static void await_all(const struct sort *s) {
  upcr_collective_barrier(UPCR_ALL_SORT, s->arguments);
}

/* From sorted runs to the caller's share of the result, in its run. The share ends in each run
 * where the next thread's begins; the last one's where the run does. */
static void merge_share(const struct sort *s) {
  int threads = upcr_self.threads, me = upcr_self.mythread;
  size_t n = (size_t)threads, *begin = private_memory((5 * n + 1) * sizeof *begin),
         *end = begin + n, *start = end + n, *spare = start + n + 1;
  for (int t = 0; t < threads; t++)
    end[t] = count_of(s, t);
  struct upcr_split split = {threads, end, compare_in_runs, s};
  upcr_split_at(&split, first_of(s, me), begin, spare);
  upcr_write(beginnings(s, me), begin, n * sizeof *begin);
  await_all(s); /* all beginnings are there */
  if (me + 1 < threads)
    upcr_getb(end, beginnings(s, me + 1), n * sizeof *end);
  fetch_pieces(s, begin, end, start);
  await_all(s); /* no run is read any more */
  upcr_write(s->own, s->spare, start[threads] * s->size);
  merge_pieces(s, start, threads);
  free(begin);
}

static upcr_pts_t make_runs(const struct sort *s) {
  size_t bytes = bytes_of_a_run(s) + (size_t)upcr_self.threads * sizeof(size_t);
  upcr_pts_t runs = upcr_self.mythread == 0 ? upcr_alloc_symmetric(bytes) : 0;
  runs = upcr_collective_broadcast(UPCR_ALL_SORT, s->arguments, upcr_pp(runs, 0)).p;
  if (runs == 0)
    upcr_fatal("upc_all_sort needs %zu bytes of shared heap in each thread; make the heap "
               "larger with upcrun "
               "-shared-heap",
               bytes);
  return runs;
}

/* The array is indexed from the start of a block on thread 0, or lies on one thread. */
static void check_arguments(const struct sort *s) {
  upcr_ppts_t A = s->array.start;
  upcr_argument_check(UPCR_ALL_SORT, A.p, "A");
  if (s->array.block != 0 && (upcr_thread(A.p) != 0 || A.phase != 0))
    upcr_fatal("upc_all_sort: A must point to thread 0, phase 0, where blk_size is not 0; it "
               "points to thread %lu, phase %lu",
               upcr_thread(A.p), A.phase);
  if (s->size == 0)
    upcr_fatal("upc_all_sort: elem_size is 0");
  if (!s->compare)
    upcr_fatal("upc_all_sort: func is a null pointer");
  if (upcr_check_on())
    upcr_extent_check(UPCR_ALL_SORT, upcr_extent_of(&s->array, upcr_self.mythread), "update");
}

void upc_all_sort(upcr_ppts_t A, size_t elem_size, size_t nelems, size_t blk_size,
                  int (*func)(upcr_ppts_t, upcr_ppts_t), int flags) {
  uint32_t shape = upcr_digest(upcr_digest(0, elem_size), nelems + (blk_size << 32));
  struct sort s = {.arguments = upcr_digest(upcr_digest(shape, A.p), (unsigned)flags),
                   .array = {A, nelems, blk_size, elem_size},
                   .size = elem_size,
                   .compare = func};
  check_arguments(&s);
  upcr_bracket_begin(UPCR_ALL_SORT, flags, s.arguments);
  s.runs = make_runs(&s);
  s.own = in_run(&s, upcr_self.mythread, 0);
  s.run = upcr_reach(s.own);
  s.spare = private_memory(bytes_of_a_run(&s));
  copy_share(&s, true);
  sort_range(&s, 0, count_of(&s, upcr_self.mythread));
  await_all(&s); /* all runs are sorted, and the array has been read */
  if (upcr_self.threads > 1)
    merge_share(&s);
  copy_share(&s, false);
  await_all(&s); /* all of the array is written, no run is used any more */
  if (upcr_self.mythread == 0)
    upcr_free_shared(s.runs, "upc_all_sort");
  free(s.spare);
}
