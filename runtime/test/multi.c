/* SPDX-License-Identifier: Apache-2.0 */
/* multi THREADS PSHM_WIDTH [PTHREADS_PER_PROCESS [AM_DEPTH]]: all checks in one job.  multi --fatal
 * NAME: a program that must end with a message. */
#define _GNU_SOURCE
#include "multi.h"

#include <mem/control.h>

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <upc_types.h>

/* Threads that share processors, 3, 2 and 2 of 7 on three of them; of more the first processor has
 * the rest. */
static const int *some_processors(int threads) {
  static int runs_on[64] = {4, 1, 4, 2, 1, 2, 4};
  for (int t = 7; t < 64; t++)
    runs_on[t] = 4;
  return threads <= 64 ? runs_on : 0;
}

static struct upcr_job_config make_config(int threads, int width, int share) {
  return (struct upcr_job_config){
      .threads = threads,
      .pthreads_per_process = share,
      .pshm_width = width,
      .heap_bytes = 16 << 20,
      .oversubscribed =
          threads >
          UPCR_BARRIER_FLAT_MAX, /* both kinds of barriers and locks, wherever the test runs */
      .runs_on = threads > UPCR_BARRIER_FLAT_MAX && width == 0 ? some_processors(threads) : 0,
  };
}

static void wait_foreign(void) { upc_sync(1ul << 40); }

static int default_share(int threads) {
#ifdef __UPCR_PTHREADS__
  return threads;
#else
  (void)threads;
  return 1;
#endif
}

static void all(void) {
  test_sync();
  test_memory();
  test_library();
  test_collectives();
  test_messages();
}

static void barrier_values(void) { upcr_barrier(1, 7 + ME); }

static void wait_value(void) {
  upcr_notify(1, 3);
  upcr_wait(1, ME == 1 ? 4 : 3);
}

static void notify_twice(void) {
  upcr_notify(0, 0);
  upcr_notify(0, 0);
}

static void wait_alone(void) { upcr_wait(0, 0); }

static void exit_value(void) {
  if (ME != 0)
    upcr_barrier(1, 5);
}

static void exit_missed(void) {
  if (ME == 0)
    return;
  upcr_barrier(0, 0); /* meets the end of thread 0 */
  upcr_barrier(0, 0); /* meets nobody */
}

static void unlock_free(void) { upc_unlock(upc_all_lock_alloc()); }

static void lock_null(void) { upc_lock(0); }

static void relock(void) {
  upcr_pts_t lock = upc_global_lock_alloc();
  upc_lock(lock);
  upc_lock(lock);
}

static void lock_of_ended(void) {
  upcr_pts_t lock = upc_all_lock_alloc();
  if (ME == 0)
    upc_lock(lock);
  upcr_barrier(0, 0);
  if (ME == 1)
    upc_lock(lock);
}

static void bad_free(void) {
  upcr_ppts_t p = upc_alloc(100);
  upc_free(upcr_pp(p.p + 16, 0));
}

static void double_free(void) {
  upcr_ppts_t p = upc_global_alloc(10, 10);
  upc_free(p);
  upc_free(p);
}

static void collective_in_barrier(void) {
  upcr_notify(0, 0);
  upc_all_alloc(1, 1);
}

static void bad_flags(void) { upc_all_broadcast(upcr_pp(0, 0), upcr_pp(0, 0), 1, 3); }

static void broadcast_from_next(int flags) {
  upcr_pts_t array = upc_all_alloc((size_t)N, 8).p;
  upc_all_broadcast(upcr_pp(array, 0), upcr_pp(upcr_pts_make(1, upcr_pts_offset(array)), 0), 4,
                    flags);
}

/* No other thread enters a barrier: the wait for a signal notices. */
static void mysync_in_barrier(void) {
  if (ME == 1)
    upc_all_alloc((size_t)N, 8), upcr_barrier(0, 0);
  else
    broadcast_from_next(UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
}

static void mysync_against_nosync(void) {
  broadcast_from_next(ME == 1 ? UPC_IN_NOSYNC | UPC_OUT_NOSYNC : UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  upcr_barrier(0, 0);
}

static void mysync_ended(void) {
  upcr_barrier(0, 0);
  if (ME == 1)
    return;
  upc_all_broadcast(upcr_pp(upcr_pts_make(0, 8192), 0), upcr_pp(upcr_pts_make(1, 8192), 0), 4,
                    UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
}

static void bad_atomic(void) { upc_all_atomicdomain_alloc(3, 1, 0); }

static void null_far(void) {
  if (ME == 1)
    upcr_far_put(0, "x", 1);
}

static void collective_mismatch(void) {
  if (ME == 0)
    upc_all_alloc(1, 1);
  else
    upc_all_free(upcr_pp(0, 0));
}

static const struct fatal {
  const char *name, *message;
  void (*body)(void);
} fatals[] = {
    {"barrier_values", "in a barrier with value", barrier_values},
    {"wait_value", "upc_wait 4 ends what upc_notify", wait_value},
    {"notify_twice", "without its upc_wait", notify_twice},
    {"wait_alone", "upc_wait without upc_notify", wait_alone},
    {"exit_value", "end of the program", exit_value},
    {"exit_missed", "thread 0 can never reach", exit_missed},
    {"unlock_free", "that no thread holds", unlock_free},
    {"lock_null", "upc_lock of a null pointer", lock_null},
    {"relock", "already holds", relock},
    {"lock_of_ended", "thread 0 holds, which has ended", lock_of_ended},
    {"bad_free", "upc_free of a pointer", bad_free},
    {"double_free", "freed already", double_free},
    {"collective_in_barrier", "upc_all_alloc is called between upc_notify and upc_wait",
     collective_in_barrier},
    {"bad_flags", "upc_all_broadcast: flags 0x3", bad_flags},
    {"mysync_in_barrier", "is in upc_all_broadcast, thread 1 is in a barrier", mysync_in_barrier},
    {"mysync_against_nosync", "upc_all_broadcast: thread", mysync_against_nosync},
    {"mysync_ended", "waits for thread 1, which has ended", mysync_ended},
    {"bad_atomic", "type UPC_SHORT has no atomic operations", bad_atomic},
    {"sync_foreign", "which no transfer of this thread returned", wait_foreign},
    {"null_far", "null pointer-to-shared", null_far},
    {"collective_mismatch", "is in upc_all_alloc", collective_mismatch},
};

/* Three threads, every memory mapped and none. */
static void run_fatal(const struct fatal *fatal) {
  for (int width = 0; width < 2; width++) {
    char text[4096];
    struct upcr_job_config config = make_config(3, width, default_share(3));
    int status = multi_run_captured(&config, fatal->body, text, sizeof text);
    if (!CHECK(status == 1 && strstr(text, fatal->message)))
      fprintf(stderr, "status %d, message: %s\n", status, text);
  }
}

static int report(void) {
  printf("%d passed, %d failed\n", multi_counts->passed, multi_counts->failed);
  return multi_counts->failed != 0;
}

int main(int argc, char **argv) {
  multi_counts =
      mmap(0, sizeof *multi_counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (argc == 3 && strcmp(argv[1], "--fatal") == 0) {
    for (unsigned i = 0; i < sizeof fatals / sizeof *fatals; i++)
      if (strcmp(fatals[i].name, argv[2]) == 0)
        run_fatal(&fatals[i]);
    CHECK(multi_counts->passed + multi_counts->failed > 0);
    return report();
  }
  if (argc < 3 || atoi(argv[1]) < 1) {
    fprintf(
        stderr,
        "usage: %s THREADS PSHM_WIDTH [PTHREADS_PER_PROCESS [AM_DEPTH]]\n       %s --fatal NAME\n",
        argv[0], argv[0]);
    return 2;
  }
  int threads = atoi(argv[1]);
  struct upcr_job_config config =
      make_config(threads, atoi(argv[2]), argc > 3 ? atoi(argv[3]) : default_share(threads));
  if (argc > 4)
    config.am_depth = atoi(argv[4]);
  CHECK(multi_run(&config, all) == 0);
  return report();
}
