/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives as loops of assignments in UPC, a shared access for each element, as in the reference
 * implementation of Michigan Technological University (G, 3.2 of docs/collectives-forms.md): the
 * yardstick of the library's. */
#ifndef BENCH_NAIVE_H
#define BENCH_NAIVE_H

#include <stddef.h>
#include <string.h>
#include <upc_relaxed.h>
#include <upc_collective.h>

/* Pull: the owner of the result assigns. Push: the owner of the source assigns. One thread computes
 * a whole reduction. */
enum naive { NOT_NAIVE, NAIVE_PULL, NAIVE_PUSH };

/* In the order of the library's table: those that have no form by pulling follow
 * `NAIVE_EXCHANGE`. */
enum naive_operation {
  NAIVE_BROADCAST,
  NAIVE_SCATTER,
  NAIVE_GATHER,
  NAIVE_GATHER_ALL,
  NAIVE_EXCHANGE,
  NAIVE_PERMUTE,
  NAIVE_REDUCE,
  NAIVE_PREFIX_REDUCE,
  NAIVE_REDUCE_ALL,
  NAIVE_REDUCE_SCATTER,
  NAIVE_REDUCE_VECTOR
};

static enum naive naive_of(const char *name) {
  if (!name || strncmp(name, "naive", 5) != 0)
    return NOT_NAIVE;
  return strcmp(name, "naive_pull") == 0 ? NAIVE_PULL : NAIVE_PUSH;
}

/* The i-th name of an operation, or 0. */
static const char *naive_name(int op, int i) {
  static const char *const both[] = {"naive_pull", "naive_push", 0};
  if (op <= NAIVE_EXCHANGE)
    return both[i];
  return i > 0 ? 0 : op == NAIVE_PERMUTE ? "naive_push" : "naive";
}

/* Byte `at` of a thread's part of an array. */
static shared[] char *naive_part(shared char *array, int thread, size_t at) {
  return (shared[] char *)&array[at * THREADS + (size_t)thread];
}

static void naive_copy(shared[] char *to, shared[] char *from, size_t n) {
  if (n % sizeof(long) == 0)
    for (size_t i = 0; i < n / sizeof(long); i++)
      ((shared[] long *)to)[i] = ((shared[] long *)from)[i];
  else
    for (size_t i = 0; i < n; i++)
      to[i] = from[i];
}

/* The block that `from` gives to `to`; the root is thread 0. */
static void naive_move(int op, shared char *dst, shared char *src, int from, int to, size_t n) {
  size_t source = op == NAIVE_SCATTER || op == NAIVE_EXCHANGE ? (size_t)to * n : 0;
  size_t place = op == NAIVE_BROADCAST || op == NAIVE_SCATTER ? 0 : (size_t)from * n;
  naive_copy(naive_part(dst, to, place), naive_part(src, from, source), n);
}

static void naive_relocate(int op, enum naive way, shared char *dst, shared char *src, size_t n) {
  for (int k = 0; k < THREADS; k++) {
    int from = way == NAIVE_PULL ? k : MYTHREAD, to = way == NAIVE_PULL ? MYTHREAD : k;
    int has_source = from == 0 || (op != NAIVE_BROADCAST && op != NAIVE_SCATTER);
    if (has_source && (to == 0 || op != NAIVE_GATHER))
      naive_move(op, dst, src, from, to, n);
  }
}

/* Elements of type long: element i of each thread's vector, of `src` and of `dst`. */
static long naive_sum(shared char *src, size_t at) {
  long sum = 0;
  for (int t = 0; t < THREADS; t++)
    sum += *(shared[] long *)naive_part(src, t, at);
  return sum;
}

static void naive_vectors(int op, shared char *dst, shared char *src, size_t n) {
  size_t all = op == NAIVE_REDUCE_SCATTER ? n * THREADS : n;
  for (size_t at = 0; at < all; at += sizeof(long)) {
    long sum = naive_sum(src, at);
    if (op == NAIVE_REDUCE_SCATTER)
      *(shared[] long *)naive_part(dst, (int)(at / n), at % n) = sum;
    else
      for (int t = 0; t < (op == NAIVE_REDUCE_ALL ? THREADS : 1); t++)
        *(shared[] long *)naive_part(dst, t, at) = sum;
  }
}

/* Over the elements in their order, a block on each thread. */
static void naive_elements(int op, shared char *dst, shared char *src, size_t n) {
  long sum = 0;
  for (int t = 0; t < THREADS; t++)
    for (size_t at = 0; at < n; at += sizeof(long)) {
      sum += *(shared[] long *)naive_part(src, t, at);
      if (op == NAIVE_PREFIX_REDUCE)
        *(shared[] long *)naive_part(dst, t, at) = sum;
    }
  if (op == NAIVE_REDUCE)
    *(shared[] long *)naive_part(dst, 0, 0) = sum;
}

/* A call with n bytes of each block. Barriers implement all modes of synchronisation except
 * NOSYNC. */
static void naive_call(int op, enum naive way, shared char *dst, shared char *src, shared int *perm,
                       size_t n, int flags) {
  if (!(flags & UPC_IN_NOSYNC))
    upc_barrier;
  if (op <= NAIVE_EXCHANGE)
    naive_relocate(op, way, dst, src, n);
  else if (op == NAIVE_PERMUTE)
    naive_copy(naive_part(dst, perm[MYTHREAD], 0), naive_part(src, MYTHREAD, 0), n);
  else if (MYTHREAD == 0 && op >= NAIVE_REDUCE_ALL)
    naive_vectors(op, dst, src, n);
  else if (MYTHREAD == 0)
    naive_elements(op, dst, src, n);
  if (!(flags & UPC_OUT_NOSYNC))
    upc_barrier;
}

#endif
