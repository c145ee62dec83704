/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "sim.h"

#include <sched.h>
#include <stdint.h>
#include <time.h>

#include "../base/atomics.h"
#include "../base/system.h"
#include "../topo/topo.h"

enum {
  SWITCHES = 4096,   /* between two judgements, at least */
  OF_EACH = 64,      /* the same for each thread: so many repay its move */
  LEAST = 100000000, /* ns between two judgements */
  MOST = 16 * LEAST, /* after moves that did not help */
  SHARE = 75         /* percent of the time that the job must get */
};

/* Belongs to the thread with the baton. */
static struct {
  struct upcr_cpus allowed;
  int processor; /* -1: the system places the threads */
  int moves;
  long switches, least_switches;  /* since the last look at the clock; until the next one */
  int64_t interval, judged, used; /* ns; the clocks' readings at the last judgement */
} job = {.processor = -1};

static UPCR_PER_THREAD int followed; /* moves that the thread has made */

/* If it fails, the system places the thread. */
static void bind_to(int processor) {
  struct upcr_cpus one = {{0}};
  upcr_cpus_add(&one, processor);
  upcr_cpus_bind(&one);
}

static void begin_interval(int64_t now) {
  job.switches = 0;
  job.judged = now;
  job.used = upcr_clock_of(CLOCK_PROCESS_CPUTIME_ID);
}

void upcr_sim_processor_choose(int threads) {
  upcr_cpus_allowed(&job.allowed);
  int processor = sched_getcpu();
  if (upcr_topo.policy == UPCR_BIND_NONE || upcr_cpus_count(&job.allowed) < 2 || processor < 0)
    return;
  job.processor = processor;
  job.least_switches = (long)threads * OF_EACH > SWITCHES ? (long)threads * OF_EACH : SWITCHES;
  job.interval = LEAST;
  bind_to(processor);
  begin_interval(upcr_clock_ns());
}

static int next_allowed(int processor) {
  do
    processor = (processor + 1) % UPCR_CPUS_MAX;
  while (!upcr_cpus_has(&job.allowed, processor));
  return processor;
}

/* Moves on from a processor that gave the job too little time. On a busy machine moves do not help,
 * and become rare. */
static void judge(void) {
  int64_t now = upcr_clock_ns(), took = now - job.judged;
  if (took < job.interval) {
    job.switches = 0;
    return;
  }
  if ((upcr_clock_of(CLOCK_PROCESS_CPUTIME_ID) - job.used) * 100 >= took * SHARE) {
    job.interval = LEAST;
  } else {
    job.processor = next_allowed(job.processor);
    job.moves++;
    job.interval = job.interval < MOST ? 2 * job.interval : MOST;
  }
  begin_interval(now);
}

void upcr_sim_processor_keep(void) {
  if (job.processor < 0)
    return;
  if (++job.switches >= job.least_switches)
    judge();
  if (followed == job.moves)
    return;
  followed = job.moves;
  bind_to(job.processor);
}
