/* SPDX-License-Identifier: Apache-2.0 */
/* Barriers, locks, fences, waiting loops. */
#include "multi.h"

enum { ROUNDS = 200, INCREMENTS = 300 };

static void barrier(void) { upcr_barrier(0, 0); }

/* Every thread writes its round before a barrier and reads all others' after it. */
static void check_barrier_order(void) {
  upcr_pts_t a = upc_all_alloc((size_t)N, sizeof(int)).p;
  int wrong = 0;
  for (int round = 0; round < ROUNDS; round++) {
    upcr_put_i32(upcr_add1(a, ME, sizeof(int)), round);
    barrier();
    if (round % 8 == 0)
      for (int t = 0; t < N; t++)
        wrong += upcr_get_i32(upcr_add1(a, t, sizeof(int))) != round;
    barrier();
  }
  CHECK(wrong == 0);
  upc_all_free(upcr_pp(a, 0));
}

static void check_barrier_values(void) {
  upcr_barrier(1, 7);
  upcr_barrier(ME == 0, -1); /* one value, the others none */
  upcr_notify(ME != 0, 9);
  upcr_wait(1, N > 1 ? 9 : ME);
  upcr_notify(0, 0);
  upcr_wait(1, ME); /* no value was notified: nothing to compare */
  if (ME % 2)
    upcr_barrier(0, 0);
  else {
    upcr_notify(0, 0);
    upcr_wait(0, 0);
  }
}

static void check_lock(upcr_pts_t lock, upcr_pts_t counter) {
  for (int i = 0; i < INCREMENTS; i++) {
    upc_lock(lock);
    upcr_put_i64(counter, upcr_get_i64(counter) + 1);
    upc_unlock(lock);
  }
}

static void check_attempt(upcr_pts_t lock, upcr_pts_t counter) {
  for (int i = 0; i < 50; i++) {
    while (!upc_lock_attempt(lock))
      ;
    upcr_put_i64(counter, upcr_get_i64(counter) + 1);
    upc_unlock(lock);
  }
}

static void check_locks(void) {
  upcr_pts_t lock = upc_all_lock_alloc(), other = upc_global_lock_alloc();
  upcr_pts_t counter = upc_all_alloc(1, sizeof(long)).p;
  if (ME == 0)
    upcr_put_i64(counter, 0);
  barrier();
  check_lock(lock, counter);
  check_attempt(lock, counter);
  barrier();
  CHECK(upcr_get_i64(counter) == (long)N * (INCREMENTS + 50));
  upc_lock(other); /* each thread its own lock; freed while held */
  upc_lock_free(other);
  upc_lock_free(0);
  upc_all_lock_free(lock);
  upc_all_lock_free(0);
  barrier();
  upc_all_free(upcr_pp(counter, 0));
}

/* Strict message passing around the ring, waiting in a loop as generated code does. */
static void check_ring(void) {
  upcr_pts_t data = upc_all_alloc((size_t)N, sizeof(long)).p,
             flag = upc_all_alloc((size_t)N, sizeof(int)).p;
  upcr_puts_i32(upcr_add1(flag, ME, sizeof(int)), 0);
  barrier();
  int next = (ME + 1) % N, wrong = 0;
  for (int round = 1; round <= 20; round++) {
    if (ME == 0) {
      upcr_put_i64(upcr_add1(data, next, sizeof(long)), round * 100);
      upcr_puts_i32(upcr_add1(flag, next, sizeof(int)), round);
    }
    while (upcr_gets_i32(upcr_add1(flag, ME, sizeof(int))) != round)
      upcr_poll();
    wrong += upcr_get_i64(upcr_add1(data, ME, sizeof(long))) != round * 100;
    if (ME != 0) {
      upcr_put_i64(upcr_add1(data, next, sizeof(long)), round * 100);
      upcr_puts_i32(upcr_add1(flag, next, sizeof(int)), round);
    }
  }
  CHECK(wrong == 0);
  barrier();
  upc_all_free(upcr_pp(data, 0));
  upc_all_free(upcr_pp(flag, 0));
}

/* A relaxed loop sees the change too, with the poll that the compiler puts at its back edge. */
static void check_relaxed_loop(void) {
  upcr_pts_t turn = upc_all_alloc(1, sizeof(int)).p;
  if (ME == 0)
    upcr_puts_i32(turn, 0);
  barrier();
  for (int round = 0; round < 20; round++) {
    while (upcr_get_i32(turn) != round * N + ME)
      upcr_poll();
    upcr_put_i32(turn, round * N + ME + 1);
  }
  barrier();
  CHECK(upcr_get_i32(turn) == 20 * N);
  barrier();
  upc_all_free(upcr_pp(turn, 0));
}

/* Store buffering (litmus tests L3 and L4 of UPC appendix B): one strict access a thread forbids 0,
 * 0. Threads 0 and 1 run through many pairs of variables with no other synchronisation, reading
 * what the other may just write. */
enum { PAIRS = 3000 };
static void check_store_buffering(int strict_write) {
  upcr_pts_t x = upc_all_alloc(1, PAIRS * sizeof(int)).p,
             y = upc_all_alloc(1, PAIRS * sizeof(int)).p;
  upcr_pts_t seen = upc_all_alloc(1, 2 * PAIRS * sizeof(int)).p;
  if (ME == 0) {
    upc_memset(upcr_pp(x, 0), 0, PAIRS * sizeof(int));
    upc_memset(upcr_pp(y, 0), 0, PAIRS * sizeof(int));
  }
  barrier();
  for (int i = 0; ME < 2 && i < PAIRS; i++) {
    upcr_pts_t mine = (ME == 0 ? x : y) + (unsigned)i * sizeof(int),
               other = (ME == 0 ? y : x) + (unsigned)i * sizeof(int);
    if (strict_write)
      upcr_puts_i32(mine, 1);
    else
      upcr_put_i32(mine, 1);
    int value = strict_write ? upcr_get_i32(other) : upcr_gets_i32(other);
    upcr_put_i32(seen + (unsigned)(2 * i + ME) * sizeof(int), value);
  }
  barrier();
  int forbidden = 0;
  for (int i = 0; N > 1 && ME == 0 && i < PAIRS; i++)
    forbidden += upcr_get_i64(seen + (unsigned)i * sizeof(long)) == 0; /* both results at once */
  CHECK(forbidden == 0);
  upc_all_free(upcr_pp(x, 0));
  upc_all_free(upcr_pp(y, 0));
  upc_all_free(upcr_pp(seen, 0));
}

/* A pointer with phase is never seen in halves. */
static void check_wide(void) {
  upcr_pts_t p = upc_all_alloc(1, sizeof(upcr_ppts_t)).p;
  int torn = 0;
  if (ME == 0)
    upcr_put_pp(p, upcr_pp(0, 0));
  barrier();
  for (unsigned long i = 0; i < 2000; i++) {
    upcr_put_pp(p, upcr_pp(i, i));
    upcr_ppts_t seen = i % 2 ? upcr_get_pp(p) : upcr_gets_pp(p);
    torn += seen.p != seen.phase;
  }
  CHECK(torn == 0);
  barrier();
  upc_all_free(upcr_pp(p, 0));
}

void test_sync(void) {
  check_barrier_order();
  check_barrier_values();
  check_locks();
  check_ring();
  check_relaxed_loop();
  check_store_buffering(1);
  check_store_buffering(0);
  check_wide();
}
