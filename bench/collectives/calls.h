/* SPDX-License-Identifier: Apache-2.0 */
/* Common part of this folder's programs: the calls in UPC, and the ways to make and time them
 * (measure.h).
 *
 * A way returns the time of one call in ns on thread 0, and 0 on the others. */
#ifndef COLLECTIVES_CALLS_H
#define COLLECTIVES_CALLS_H

#include <upc_relaxed.h>
#include <upc_collective.h>
#include <upcx_collective.h>

#include "../include/naive.h"
#include "measure.h"

static shared char *src, *dst;
static shared int *perm;
static char *own_src, *own_dst;
static enum naive naive; /* measures loops instead of the library's collectives */
static size_t at;        /* offset of the call's data in each thread's part */
static shared[ROUNDS_MOST] double times[ROUNDS_MOST * THREADS];

static shared char *part(shared char *array) { return array + at * THREADS; }
static shared long *longs(shared char *array) { return (shared long *)part(array); }

static void call(enum operation op, size_t n, int flags) {
  size_t elements = n / sizeof(long);
  if (naive) {
    naive_call(op, naive, part(dst), part(src), perm, n, flags);
    return;
  }
  switch (op) {
  case BROADCAST:
    upc_all_broadcast(part(dst), part(src), n, flags);
    break;
  case SCATTER:
    upc_all_scatter(part(dst), part(src), n, flags);
    break;
  case GATHER:
    upc_all_gather(part(dst), part(src), n, flags);
    break;
  case GATHER_ALL:
    upc_all_gather_all(part(dst), part(src), n, flags);
    break;
  case EXCHANGE:
    upc_all_exchange(part(dst), part(src), n, flags);
    break;
  case PERMUTE:
    upc_all_permute(part(dst), part(src), perm, n, flags);
    break;
  case REDUCE:
    upc_all_reduceL(longs(dst), longs(src), UPC_ADD, elements * THREADS, elements, NULL, flags);
    break;
  case PREFIX_REDUCE:
    upc_all_prefix_reduceL(longs(dst), longs(src), UPC_ADD, elements * THREADS, elements, NULL,
                           flags);
    break;
  case REDUCE_ALL:
    upcx_all_reduce_all(part(dst), part(src), UPC_LONG, UPC_ADD, elements, flags);
    break;
  case REDUCE_SCATTER:
    upcx_all_reduce_scatter(part(dst), part(src), UPC_LONG, UPC_ADD, elements, flags);
    break;
  default:
    upcx_all_reduce_vector(part(dst), part(src), UPC_LONG, UPC_ADD, elements, flags);
  }
}

static void touch_source(enum operation op, size_t n, int round) {
  write_all(own_src + at, n * source_blocks(op, MYTHREAD, THREADS), round);
}
static void touch_result(enum operation op, size_t n) {
  read_all(own_dst + at, result_bytes(op, n, MYTHREAD, THREADS));
}

/* The mean over the rounds of the largest of the threads' times; on thread 0. */
static double mean_of_slowest(const double *mine, int rounds) {
  double sum = 0;
  upc_memput(&times[MYTHREAD * ROUNDS_MOST], mine, (size_t)rounds * sizeof *mine);
  upc_barrier;
  for (int i = 0; MYTHREAD == 0 && i < rounds; i++) {
    double most = 0;
    for (int t = 0; t < THREADS; t++) {
      double time = times[t * ROUNDS_MOST + i];
      most = time > most ? time : most;
    }
    sum += most;
  }
  upc_barrier;
  return sum / rounds;
}

static double synchronised(enum operation op, size_t n, int rounds) {
  double mine[ROUNDS_MOST];
  for (int i = 0; i < rounds; i++) {
    touch_source(op, n, i);
    upc_barrier;
    double start = now_ns();
    call(op, n, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    mine[i] = now_ns() - start;
    upc_barrier;
    touch_result(op, n);
  }
  return mean_of_slowest(mine, rounds);
}

/* From the first thread's start to the last one's end, by the one clock of a node; on thread 0. */
static double whole_batch(double start, double end) {
  double mine[] = {start, end};
  upc_memput(&times[MYTHREAD * ROUNDS_MOST], mine, sizeof mine);
  upc_barrier;
  for (int t = 0; MYTHREAD == 0 && t < THREADS; t++) {
    double from = times[t * ROUNDS_MOST], to = times[t * ROUNDS_MOST + 1];
    start = from < start ? from : start;
    end = to > end ? to : end;
  }
  upc_barrier;
  return MYTHREAD == 0 ? end - start : 0;
}

/* Calls in sequence, with writes and reads of the data. */
static double in_a_loop(enum operation op, size_t n, int rounds, int flags) {
  upc_barrier;
  double start = now_ns();
  for (int i = 0; i < rounds; i++) {
    touch_source(op, n, i);
    call(op, n, flags);
    touch_result(op, n);
  }
  double end = now_ns(), mean = (end - start) / rounds;
  return oversubscribed(THREADS) ? whole_batch(start, end) / rounds : mean_of_slowest(&mean, 1);
}

static double streamed(enum operation op, size_t n, int rounds) {
  return in_a_loop(op, n, rounds, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
}

static double in_rounds(enum operation op, size_t n, int rounds) {
  return in_a_loop(op, n, rounds, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
}

static double nosync(enum operation op, size_t n, int rounds) {
  double mine[ROUNDS_MOST];
  size_t apart = (n * THREADS + sizeof(long) - 1) / sizeof(long) * sizeof(long),
         end = DISJOINT * apart;
  for (int i = 0; i < rounds; i++) {
    for (at = 0; at < end; at += apart)
      touch_source(op, n, i);
    upc_barrier;
    double start = now_ns();
    for (at = 0; at < end; at += apart)
      call(op, n, UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
    upc_barrier;
    mine[i] = (now_ns() - start) / DISJOINT;
    upc_barrier;
    for (at = 0; at < end; at += apart)
      touch_result(op, n);
    at = 0;
  }
  return mean_of_slowest(mine, rounds);
}

/* Bytes of a call as the choice of an algorithm counts them (coll/choice/select.def). */
static size_t counted(enum operation op, size_t n) {
  return op == REDUCE || op == PREFIX_REDUCE ? n * THREADS : n;
}

/* Two arrays of `room` bytes on each thread, and room for the alignment in `nosync`. */
static void make_arrays(size_t room) {
  room += DISJOINT * sizeof(long);
  src = (shared char *)upc_all_alloc(THREADS, room);
  dst = (shared char *)upc_all_alloc(THREADS, room);
  perm = (shared int *)upc_all_alloc(THREADS, sizeof(int));
  if (!src || !dst || !perm) {
    fprintf(stderr, "the shared heap is too small for two arrays of %zu bytes a thread\n", room);
    upc_global_exit(1);
  }
  own_src = (char *)(src + MYTHREAD);
  own_dst = (char *)(dst + MYTHREAD);
  perm[MYTHREAD] = (MYTHREAD + 1) % THREADS;
  upc_barrier;
}

#endif
