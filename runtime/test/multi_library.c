/* SPDX-License-Identifier: Apache-2.0 */
/* String functions, parts of pointers, start-up values, tasks. */
#include <core/remote.h>
#include <mem/job.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <tasks/tasks.h>

#include "multi.h"

enum { BIG = 100000 };

static void barrier(void) { upcr_barrier(0, 0); }

static char pattern(int thread, size_t i) { return (char)((size_t)thread * 31 + i * 7 + i / 251); }

/* A big block on every thread: put by one neighbour, copied by a third thread, read by another. */
static void check_copies(void) {
  static UPCR_TEST_TLS char text[BIG];
  upcr_pts_t a = upc_all_alloc((size_t)N, BIG).p, b = upc_all_alloc((size_t)N, BIG).p;
  upcr_pts_t next = upcr_pts_make((unsigned long)((ME + 1) % N), upcr_pts_offset(a));
  upcr_pts_t after = upcr_pts_make((unsigned long)((ME + 2) % N), upcr_pts_offset(b));
  for (size_t i = 0; i < BIG; i++)
    text[i] = pattern(ME, i);
  upc_memput(upcr_pp(next, 0), text, BIG);
  barrier();
  upc_memcpy(upcr_pp(after, 0), upcr_pp(next, 0), BIG);
  barrier();
  memset(text, 0, BIG);
  upc_memget(text, upcr_pp(after, 0), BIG);
  size_t wrong = 0;
  for (size_t i = 0; i < BIG; i++)
    wrong += text[i] != pattern(ME, i);
  CHECK(wrong == 0);
  upc_memcpy(upcr_pp(after, 0), upcr_pp(after + 5000, 0), 5000); /* on one, far thread */
  upc_memset(upcr_pp(after + 10, 0), 300 + ME, 20);
  upc_memset(upcr_pp(after, 0), 1, 0);
  upc_memget(text, upcr_pp(after, 0), 50);
  CHECK(text[0] == pattern(ME, 5000) && text[9] == pattern(ME, 5009) &&
        text[10] == (char)(300 + ME) && text[29] == (char)(300 + ME) &&
        text[30] == pattern(ME, 5030));
  barrier();
  upc_all_free(upcr_pp(a, 0));
  upc_all_free(upcr_pp(b, 0));
}

struct sample {
  char c;
  double d[3];
};

/* Every width of typed access, and objects. */
static void check_access(void) {
  upcr_pts_t a = upc_all_alloc((size_t)N, 256).p;
  upcr_pts_t p = upcr_pts_make((unsigned long)((ME + 1) % N), upcr_pts_offset(a));
  upcr_put_i8(p, -1), upcr_put_u16(p + 2, 65535), upcr_put_i32(p + 4, -5),
      upcr_put_i64(p + 8, -(1l << 40));
  upcr_put_f32(p + 16, 1.5f), upcr_put_f64(p + 24, -2.25), upcr_put_ld(p + 32, 3.125L),
      upcr_put_b(p + 48, 2);
  upcr_puts_ptr(p + 56, (void *)&pattern), upcr_puts_pp(p + 64, upcr_pp(7, 8)),
      upcr_puts_ull(p + 80, ~0ull);
  CHECK(upcr_get_i8(p) == -1 && upcr_gets_u16(p + 2) == 65535 && upcr_get_i32(p + 4) == -5);
  CHECK(upcr_gets_i64(p + 8) == -(1l << 40) && upcr_get_f32(p + 16) == 1.5f &&
        upcr_gets_f64(p + 24) == -2.25);
  CHECK(upcr_get_ld(p + 32) == 3.125L && upcr_gets_b(p + 48) == 1 &&
        upcr_get_ptr(p + 56) == (void *)&pattern);
  CHECK(upcr_get_pp(p + 64).p == 7 && upcr_gets_pp(p + 64).phase == 8 &&
        upcr_get_ull(p + 80) == ~0ull);
  struct sample sample = {'x', {1, 2, 3}}, back;
  upcr_putb(p + 96, &sample, sizeof sample);
  upcr_copybs(p + 160, p + 96, sizeof sample);
  upcr_copyb(p + 160, p + 160, sizeof sample);
  upcr_getbs(&back, p + 160, sizeof back);
  CHECK(back.c == 'x' && back.d[2] == 3);
  barrier();
  upc_all_free(upcr_pp(a, 0));
}

/* An initialised array of 10 elements in blocks of 3, as a start-up record does it. */
static void check_init(void) {
  static const int image[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  upcr_pts_t a = upc_all_alloc(10, 3 * sizeof(int)).p, b = upc_all_alloc(1, sizeof image).p;
  upcr_init_shared(a, image, 10, 3, sizeof(int));
  upcr_init_shared(b, image, 10, 0, sizeof(int));
  barrier();
  int wrong = 0;
  for (int i = 0; i < 10; i++)
    wrong += upcr_get_i32(upcr_idxb(a, i, 3, sizeof(int))) != i ||
             upcr_get_i32(upcr_add0(b, i * 4)) != i;
  CHECK(wrong == 0);
  barrier();
  upc_all_free(upcr_pp(a, 0));
  upc_all_free(upcr_pp(b, 0));
}

static void check_pointers(void) {
  size_t sum = 0;
  for (int t = 0; t < N; t++)
    sum += upc_affinitysize(1003, 4, (size_t)t);
  CHECK(sum == 1003 && upc_affinitysize(50, 0, 0) == 50 &&
        (N == 1 || upc_affinitysize(50, 0, 1) == 0));
  CHECK(N != 3 || (upc_affinitysize(23, 4, 0) == 8 && upc_affinitysize(23, 4, 1) == 8 &&
                   upc_affinitysize(23, 4, 2) == 7));
  upcr_ppts_t p = upcr_pp(upcr_pts_make((unsigned long)N - 1, 5000), 3);
  CHECK(upc_threadof(p) == (size_t)N - 1 && upc_phaseof(p) == 3 && upc_resetphase(p).phase == 0);
  CHECK(upc_addrfield(upcr_pp(p.p + 24, 0)) - upc_addrfield(p) == 24 &&
        upc_cast(upcr_pp(0, 0)) == 0);
  uint64_t start = upc_ticks_now();
  CHECK(upc_ticks_to_ns(upc_ticks_now() - start) < 60000000000u);
}

#ifndef __UPCR_PTHREADS__
/* A program's own pthreads act for their UPC thread, at the same time. */
static void *use_runtime(void *arg) {
  upcr_pts_t next = *(upcr_pts_t *)arg;
  for (int i = 0; i < 100; i++) {
    long text[40] = {i};
    upcr_ppts_t p = upc_alloc(sizeof text);
    upc_memput(p, text, sizeof text);
    upc_memput(upcr_pp(next, 0), text, sizeof text);
    upc_memget(text, p, sizeof text);
    CHECK(text[0] == i);
    upc_free(p);
  }
  return 0;
}

static void check_own_pthreads(void) {
  upcr_pts_t a = upc_all_alloc((size_t)N, 3 * 512).p, next[3];
  pthread_t helper[3];
  for (int i = 0; i < 3; i++) {
    next[i] =
        upcr_pts_make((unsigned long)((ME + 1) % N), upcr_pts_offset(a) + (unsigned long)i * 512);
    pthread_create(&helper[i], 0, use_runtime, &next[i]);
  }
  for (int i = 0; i < 3; i++)
    pthread_join(helper[i], 0);
  barrier();
  for (int i = 0; i < 3; i++)
    CHECK(upcr_get_i64(
              upcr_pts_make((unsigned long)ME, upcr_pts_offset(a) + (unsigned long)i * 512)) == 99);
  barrier();
  upc_all_free(upcr_pp(a, 0));
}
#else
static void check_own_pthreads(void) {}
#endif

/* Small areas too, which the shared heap aligns to less than a line. */
static void check_queues_of_tasks(void) {
  for (size_t capacity = 1; capacity < 6; capacity++) {
    upcx_tasks_begin(capacity);
    CHECK((uintptr_t)upcr_task_scope.inbox % _Alignof(struct upcr_task_inbox) == 0);
    CHECK((uintptr_t)upcr_task_scope.ring % _Alignof(struct upcr_task_ring) == 0);
    upcx_tasks_end();
  }
}

static void raise_word(const void *argument, void *result) {
  (void)result;
  upcr_pts_t word;
  memcpy(&word, argument, sizeof word);
  __atomic_fetch_add((uint64_t *)upcr_reach(word), 1, __ATOMIC_RELEASE);
}

static void wait_until_others_sleep(void) {
  for (int t = 1; t < N; t++)
    while (atomic_load(&upcr_job->thread[t].asleep) == 0)
      sched_yield();
}

/* Of three threads that map each other's memory, but not all, one has no tasks and is no scout. */
static void check_scout(void) {
  upcx_tasks_begin(1);
  if (ME == 0 && N > 2 && !upcr_task_scope.all_near && upcr_self.map[1] && upcr_self.map[2]) {
    const struct upcr_task_rest *first = upcr_reach(upcr_task_rest(0));
    while (__atomic_load_n(&first->resting, __ATOMIC_RELAXED) == 0)
      sched_yield();
    CHECK(__atomic_load_n(&first->has_scout, __ATOMIC_RELAXED) == 1);
  }
  upcx_tasks_end();
}

/* Threads without tasks sleep. A task for any wakes one of them: the starter runs none here. */
static void check_rest_of_tasks(void) {
  enum { ROUNDS = 10 };
  upcr_pts_t word = upc_all_alloc((size_t)N, sizeof(uint64_t)).p;
  upcx_tasks_begin(1);
  if (ME == 0 && N > 1 && upcr_task_scope.all_near) {
    const uint64_t *count = upcr_reach(word);
    for (uint64_t round = 1; round <= ROUNDS; round++) {
      wait_until_others_sleep();
      upcx_task_start(round % 2 ? UPCX_TASK_ANY : N - 1, raise_word, &word, sizeof word);
      while (__atomic_load_n(count, __ATOMIC_ACQUIRE) < round)
        sched_yield();
    }
  }
  upcx_tasks_end();
  upc_all_free(upcr_pp(word, 0));
}

static void start_and_look_on(const void *argument, void *result) {
  (void)result;
  upcr_pts_t word;
  memcpy(&word, argument, sizeof word);
  while (atomic_load(&upcr_job->thread[0].asleep) == 0)
    sched_yield();
  upcx_task_start(UPCX_TASK_ANY, raise_word, &word, sizeof word);
  while (__atomic_load_n((uint64_t *)upcr_reach(word), __ATOMIC_ACQUIRE) == 0)
    sched_yield();
}

static void wait_for_next(const void *argument, void *result) {
  (void)result;
  upcx_task_group_begin();
  upcx_task_start(1, start_and_look_on, argument, sizeof(upcr_pts_t));
  upcx_task_group_end();
}

/* A thread that sleeps in a group's end is woken for another thread's task and runs it: of two
 * threads no other one can. */
static void check_help_of_groups(void) {
  upcr_pts_t word = upc_all_alloc((size_t)N, sizeof(uint64_t)).p;
  upcx_tasks_begin(4);
  if (ME == 0 && N > 1 && upcr_task_scope.all_near) {
    upcx_task_start(0, wait_for_next, &word, sizeof word);
    upcx_task_group_begin();
    upcx_task_start(0, wait_for_next, &word, sizeof word);
    upcx_task_group_end();
  }
  upcx_tasks_end();
  upc_all_free(upcr_pp(word, 0));
}

void test_library(void) {
  check_own_pthreads();
  check_copies();
  check_access();
  check_init();
  check_pointers();
  check_queues_of_tasks();
  check_rest_of_tasks();
  check_scout();
  check_help_of_groups();
}
