/* SPDX-License-Identifier: Apache-2.0 */
/* coll THREADS PSHM_WIDTH PTHREADS_PER_PROCESS [ALGORITHM]: every algorithm of the collectives,
 * forced one after the other in one job, or those whose "operation:name" contains ALGORITHM;
 * with several parameters those that take one. UPC_TEST_FULL=1: with every root, size and pair
 * of modes, and more parameters. */
#define _GNU_SOURCE
#include <base/log.h>
#include <base/wait.h>
#include <coll/register.h>
#include <coll/choice/select.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <mem/control.h>

#include "coll.h"

UPCR_TEST_TLS struct upcr_algorithm coll_tested;
UPCR_TEST_TLS char coll_name[128];
UPCR_TEST_TLS upcr_ppts_t coll_src, coll_dst, coll_small;
UPCR_TEST_TLS unsigned char *coll_bytes;
int coll_full, coll_turn, coll_thirds;

static const char *wanted;
/* Name of the algorithm, for the parent: memory that the processes share. */
static char *under_test;
enum { NAME = sizeof coll_name };

int coll_flags(int mode) {
  static const int in[] = {UPC_IN_ALLSYNC, UPC_IN_MYSYNC, UPC_IN_NOSYNC};
  static const int out[] = {UPC_OUT_ALLSYNC, UPC_OUT_MYSYNC, UPC_OUT_NOSYNC};
  return in[coll_in(mode)] | out[coll_out(mode)];
}

static void *shared_by_processes(size_t n) {
  return mmap(0, n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

static void run_rounds(void) {
  switch (coll_tested.operation) {
  case UPCR_ALL_REDUCE_ALL:
  case UPCR_ALL_REDUCE_SCATTER:
  case UPCR_ALL_REDUCE_VECTOR:
    coll_vectors();
    break;
  case UPCR_ALL_REDUCE:
  case UPCR_ALL_PREFIX_REDUCE:
    coll_compute();
    break;
  default:
    coll_relocate();
  }
}

/* Runs all rounds with the algorithm forced. A parameter of 0 is its own. */
static void run_with(const struct upcr_algorithm *algorithm, int parameter) {
  int n = snprintf(coll_name, NAME, "%s:%s", upcr_operation_name(algorithm->operation),
                   algorithm->name);
  if (wanted && !strstr(coll_name, wanted))
    return;
  coll_tested = *algorithm;
  if (parameter) {
    snprintf(coll_name + n, NAME - (size_t)n, ":%d", parameter);
    upcr_parameter_set(&coll_tested, parameter);
  }
  if (ME == 0)
    memcpy(under_test, coll_name, NAME);
  upcr_algorithm_force(coll_tested.operation, &coll_tested);
  upcr_choices_forget();
  run_rounds();
  upcr_algorithm_force(coll_tested.operation, 0);
  coll_barrier();
}

/* With its own parameter, and with the least and one more, in a sample one of these two; `full`:
 * with others too. */
static void run_algorithm(const struct upcr_algorithm *algorithm) {
  const struct upcr_parameter *parameter = upcr_parameter_of(algorithm);
  bool both = coll_full || multi_by_turns;
  run_with(algorithm, 0);
  if (!parameter)
    return;
  if ((both || coll_turn % 2) && parameter->least != upcr_parameter_value(algorithm))
    run_with(algorithm, parameter->least);
  if (both || coll_turn % 2 == 0)
    run_with(algorithm, parameter->least + parameter->unit);
  if (coll_full) {
    run_with(algorithm, parameter->least + 5 * parameter->unit);
    run_with(algorithm, parameter->most);
  }
}

static void body(void) {
  const struct upcr_algorithm *algorithm;
  upcr_wait_tune(N > sysconf(_SC_NPROCESSORS_ONLN));
  static UPCR_TEST_TLS _Alignas(16) unsigned char bytes[COLL_ROOM];
  coll_bytes = bytes;
  coll_src = upc_all_alloc((size_t)N, COLL_ROOM);
  coll_dst = upc_all_alloc((size_t)N, COLL_ROOM);
  coll_small = upc_all_alloc((size_t)N, 16);
  for (int i = 0; (algorithm = upcr_algorithm_at(i)); i++)
    run_algorithm(algorithm);
}

int main(int argc, char **argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: %s THREADS PSHM_WIDTH PTHREADS_PER_PROCESS [ALGORITHM [MACHINE]]\n",
            argv[0]);
    return 2;
  }
  int threads = atoi(argv[1]), width = atoi(argv[2]), pthreads = atoi(argv[3]);
  upcr_log_no_warn(1); /* where an algorithm cannot serve a call */
  coll_full = getenv("UPC_TEST_FULL") != 0;
  coll_thirds = coll_full ? threads > 17 && width != 0 : !multi_by_turns;
  coll_turn = threads + 7 * width + 3 * pthreads;
  wanted = argc > 4 ? argv[4] : 0;
  multi_counts = shared_by_processes(sizeof *multi_counts);
  under_test = shared_by_processes(NAME);
  multi_machine = argc > 5 ? argv[5] : "numa:3 core:2";
  multi_seconds = coll_full ? 1200 : 120;
  struct upcr_job_config config = {.threads = threads,
                                   .pshm_width = width,
                                   .pthreads_per_process = pthreads,
                                   .heap_bytes = 8 << 20,
                                   /* few threads synchronise by words wherever the test runs
                                    * (coll/meet.c) */
                                   .oversubscribed = threads > UPCR_BARRIER_FLAT_MAX &&
                                                     threads > sysconf(_SC_NPROCESSORS_ONLN)};
  if (!CHECK(multi_run(&config, body) == 0))
    fprintf(stderr, "the job failed in %s\n", under_test);
  CHECK(multi_counts->passed + multi_counts->failed > 0);
  printf("%d passed, %d failed\n", multi_counts->passed, multi_counts->failed);
  return multi_counts->failed != 0;
}
