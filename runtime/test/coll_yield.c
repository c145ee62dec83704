/* SPDX-License-Identifier: Apache-2.0 */
/* Which waits of an oversubscribed job poll longer (coll/await.h): four threads on a simulated
 * topology of two processors. */
#include <coll/await.h>
#include <stdio.h>
#include <sys/mman.h>
#include <topo/topo.h>
#include <upc_types.h>

#include "multi.h"

enum { THREADS = 4, NOSYNC = UPC_IN_NOSYNC | UPC_OUT_NOSYNC };

static upcr_ppts_t data;

static void call_once(void) { upc_all_broadcast(upcr_addb(data, THREADS, 1, 8), data, 8, NOSYNC); }

static struct upcr_call numbered(uint32_t number) { return (struct upcr_call){.number = number}; }

static bool shares_processor(int thread) {
  return upcr_topo_runs_on(thread) == upcr_topo_runs_on(ME);
}

/* Checks the answers for all threads, if those on the caller's processor have entered the call or
 * not. */
static void check(uint32_t number, bool sharers_have_entered) {
  struct upcr_call call = numbered(number);
  for (int t = 0; t < N; t++)
    CHECK(upcr_yield_cannot_help(&call, t) == (sharers_have_entered && !shares_processor(t)));
}

/* The first thread of each processor enters a call that the other one there has not entered. */
static bool is_first(void) {
  for (int t = 0; t < ME; t++)
    if (shares_processor(t))
      return false;
  return true;
}

static void body(void) {
  data = upc_all_alloc(THREADS, 16);
  uint32_t before = upcr_calls_entered();
  CHECK(upcr_topo.machine.processors == 2);
  check(before + 1, false);
  upcr_barrier(0, 0);
  if (is_first())
    call_once();
  upcr_barrier(0, 0);
  check(before + 1, false);
  upcr_barrier(0, 0);
  if (!is_first())
    call_once();
  upcr_barrier(0, 0);
  check(before + 1, true);
  check(before + 2, false);
  upcr_wait_tune(false);
  check(before + 1, false);
  upcr_wait_tune(true);
}

static void far(void) {
  data = upc_all_alloc(THREADS, 16);
  call_once();
  upcr_barrier(0, 0);
  check(upcr_calls_entered(), false);
}

int main(void) {
  multi_counts =
      mmap(0, sizeof *multi_counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  multi_machine = "core:2";
  struct upcr_job_config config = {
      .threads = THREADS, .pthreads_per_process = 1, .heap_bytes = 1 << 20, .oversubscribed = 1};
  int status = multi_run(&config, body);
  config.pshm_width = 1;
  status |= multi_run(&config, far);
  printf("%d passed, %d failed\n", multi_counts->passed, multi_counts->failed);
  return status != 0 || multi_counts->failed != 0 ||
         multi_counts->passed != THREADS * (1 + 6 * THREADS);
}
