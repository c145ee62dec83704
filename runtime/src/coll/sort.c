/* upc_all_sort (of UPC 1.2): every thread sorts its share of the elements, and finds by binary search in the others' shares where
 * each of them belongs. Equal elements keep their order. */
#include <stdlib.h>
#include <string.h>

#include "../base/log.h"
#include "../check/check.h"
#include "../core/alloc.h"
#include "../core/library.h"
#include "argument.h"
#include "extent.h"
#include "sync.h"

typedef int compare_function(upcr_ppts_t a, upcr_ppts_t b);

struct sort {
  struct upcr_coll call;
  upcr_pts_t array; /* of all threads */
  size_t elem_size, nelems, blk_size;
  compare_function *compare;
  upcr_pts_t runs; /* symmetric: each thread's share, in its own memory */
};

static size_t first_of(const struct sort *s, int thread) {
  size_t threads = (size_t)upcr_self.threads, t = (size_t)thread, more = s->nelems % threads;
  return s->nelems / threads * t + (t < more ? t : more);
}

static size_t count_of(const struct sort *s, int thread) { return first_of(s, thread + 1) - first_of(s, thread); }

static upcr_pts_t element(const struct sort *s, size_t i) {
  if (s->blk_size == 0)
    return s->array + i * s->elem_size;
  return upcr_idxb(s->array, (long)i, s->blk_size, s->elem_size);
}

static upcr_ppts_t in_run(const struct sort *s, int thread, size_t i) {
  return upcr_pp(upcr_pts_make((unsigned long)thread, upcr_pts_offset(s->runs)) + i * s->elem_size, 0);
}

static void *private_memory(size_t count, size_t size) {
  void *memory = malloc(count * size + 1);
  if (!memory)
    upcr_fatal("upc_all_sort: out of memory for %zu elements of %zu bytes", count, size);
  return memory;
}

/* Merges the orders [0, half) and [half, n) of the thread's run. */
static void merge(const struct sort *s, size_t *order, size_t half, size_t n, size_t *spare) {
  int me = upcr_self.mythread;
  size_t left = 0, right = half;
  memcpy(spare, order, n * sizeof *order);
  for (size_t i = 0; i < n; i++) {
    int take_right =
        left == half || (right < n && s->compare(in_run(s, me, spare[right]), in_run(s, me, spare[left])) < 0);
    order[i] = take_right ? spare[right++] : spare[left++];
  }
}

static void sort_order(const struct sort *s, size_t *order, size_t n, size_t *spare) {
  if (n < 2)
    return;
  size_t half = n / 2;
  sort_order(s, order, half, spare);
  sort_order(s, order + half, n - half, spare);
  merge(s, order, half, n, spare);
}

/* Puts the elements of the thread's run in this order. */
static void apply_order(const struct sort *s, const size_t *order, size_t n) {
  char *sorted = private_memory(n, s->elem_size);
  for (size_t i = 0; i < n; i++)
    upcr_getb(sorted + i * s->elem_size, in_run(s, upcr_self.mythread, order[i]).p, s->elem_size);
  if (n)
    upcr_putb(in_run(s, upcr_self.mythread, 0).p, sorted, n * s->elem_size);
  free(sorted);
}

static void sort_own(const struct sort *s) {
  int me = upcr_self.mythread;
  size_t n = count_of(s, me), first = first_of(s, me);
  size_t *order = private_memory(2 * n, sizeof *order);
  for (size_t i = 0; i < n; i++) {
    order[i] = i;
    upcr_copyb(in_run(s, me, i).p, element(s, first + i), s->elem_size);
  }
  sort_order(s, order, n, order + n);
  apply_order(s, order, n);
  free(order);
}

/* How many elements of another thread's run come before `x`: those that are less, and equal ones of lower threads. */
static size_t before(const struct sort *s, int thread, upcr_ppts_t x) {
  size_t low = 0, high = count_of(s, thread);
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = s->compare(in_run(s, thread, middle), x);
    if (order < 0 || (order == 0 && thread < upcr_self.mythread))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void place_own(const struct sort *s) {
  int me = upcr_self.mythread;
  for (size_t i = 0; i < count_of(s, me); i++) {
    size_t position = i;
    for (int t = 0; t < upcr_self.threads; t++)
      if (t != me)
        position += before(s, t, in_run(s, me, i));
    upcr_copyb(element(s, position), in_run(s, me, i).p, s->elem_size);
  }
}

static upcr_pts_t make_runs(const struct sort *s) {
  size_t bytes = (s->nelems / (size_t)upcr_self.threads + 1) * s->elem_size;
  upcr_pts_t runs = upcr_self.mythread == 0 ? upcr_alloc_symmetric(bytes) : 0;
  runs = upcr_collective_broadcast(s->call.which, s->call.arguments, upcr_pp(runs, 0)).p;
  if (runs == 0)
    upcr_fatal("upc_all_sort: %zu bytes of shared heap in each thread are wanted", bytes);
  return runs;
}

/* The array is indexed from the start of a block on thread 0, or lies on one thread. */
static void check_arguments(const struct sort *s, upcr_ppts_t A) {
  upcr_argument_check(UPCR_ALL_SORT, A.p, "A");
  if (s->blk_size != 0 && (upcr_thread(A.p) != 0 || A.phase != 0))
    upcr_fatal(
        "upc_all_sort: A must point to thread 0, phase 0, where blk_size is not 0; it points to thread %lu, phase %lu",
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
  struct sort s = {.call = upcr_coll_call(UPCR_ALL_SORT, flags, A, upcr_pp(elem_size, 0), nelems + (blk_size << 32)),
                   .array = A.p,
                   .elem_size = elem_size,
                   .nelems = nelems,
                   .blk_size = blk_size,
                   .compare = func};
  check_arguments(&s, A);
  upcr_coll_enter(&s.call);
  s.runs = make_runs(&s);
  sort_own(&s);
  upcr_coll_step(&s.call); /* all runs are sorted, and the array has been read */
  place_own(&s);
  upcr_coll_step(&s.call); /* no run is read any more */
  if (upcr_self.mythread == 0)
    upcr_free_shared(s.runs, "upc_all_sort");
}
