/* SPDX-License-Identifier: Apache-2.0 */
/* A job of processes that share nothing but a page for the test's own words, joined by a conduit.
 */
#ifndef UPCR_TEST_CONDUIT_JOB_H
#define UPCR_TEST_CONDUIT_JOB_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/conduit.h"

enum {
  PROCESSES_MAX = 4,
  THREADS = 2, /* regions of a process */
  AREA = 17 << 20,
  SKIPPED = 77 /* exit status */
};

/* How processes report their steps to each other without the conduit. */
struct side {
  _Atomic int arrived, phase, failed, skipped;
  unsigned char address[PROCESSES_MAX][UPCR_CONDUIT_ADDRESS_MAX];
  _Atomic uint64_t received[PROCESSES_MAX][PROCESSES_MAX]; /* messages: by receiver and sender */
  _Atomic uint64_t told[PROCESSES_MAX][PROCESSES_MAX]; /* by target and origin: number of the last
                                                          put that is complete */
  /* Of the last put that the target has checked. */
  _Atomic uint64_t seen[PROCESSES_MAX][PROCESSES_MAX];
  uint64_t put_offset[PROCESSES_MAX][PROCESSES_MAX], put_bytes[PROCESSES_MAX][PROCESSES_MAX],
      put_seed[PROCESSES_MAX][PROCESSES_MAX];
  int put_thread[PROCESSES_MAX][PROCESSES_MAX];
};

extern const struct upcr_conduit *conduit;
extern struct side *side;
extern int own, processes;
extern unsigned char *regions[THREADS]; /* each AREA bytes for every process */

/* Waits for done(arg), polling the conduit or leaving that to the progress thread. Ends the test
 * after half a minute. */
typedef bool condition(void *arg);
void wait_for(condition *done, void *arg, bool poll, const char *what);
void wait_transfer(struct upcr_conduit_transfer *transfer, bool poll);
/* All processes, by shared memory alone. */
void meet(bool poll);

/* Forks, opens, connects, runs `body` with a progress thread in each process, and closes. Returns
 * the exit status. */
int run_job(const struct upcr_conduit_wish *wish, int count, upcr_conduit_receive *receive,
            void (*body)(void));

_Noreturn void give_up(const char *what);
double now_us(void);

#endif
