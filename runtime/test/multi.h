/* SPDX-License-Identifier: Apache-2.0 */
/* A job of processes and pthreads for tests, made by the memory and core layers alone. */
#ifndef UPCR_TEST_MULTI_H
#define UPCR_TEST_MULTI_H

#include <stdatomic.h>
#include <stdbool.h>
#include <core/library.h>
#include <mem/job.h>
#include <upcr/upcr.h>

/* Checks of all threads are counted in memory that the processes share. */
struct multi_counts {
  _Atomic int passed, failed;
};
extern struct multi_counts *multi_counts;

#define CHECK(condition) multi_check((condition) != 0, #condition, __FILE__, __LINE__)
int multi_check(int ok, const char *text, const char *file, int line);

/* hwloc's description of the machine that multi_run simulates, on which the threads are placed core
 * by core; 0: this one, nothing is placed. */
extern const char *multi_machine;
extern unsigned multi_seconds; /* that a job may take */

/* Threads are coroutines of one process (multi_turns.c), which wait for no processor. */
extern const bool multi_by_turns;

/* Runs body in every UPC thread of a new job. Gives the highest exit status of its processes, 128 +
 * signal for a killed one; as soon as one fails the others are killed. */
int multi_run(const struct upcr_job_config *config, void (*body)(void));

/* The same with standard error in text[length]. */
int multi_run_captured(const struct upcr_job_config *config, void (*body)(void), char *text,
                       size_t length);

#ifdef __UPCR_PTHREADS__
#define UPCR_TEST_TLS _Thread_local
#else
#define UPCR_TEST_TLS
#endif

#define ME (upcr_mythread())
#define N (upcr_threads())

/* Bodies. */
void test_sync(void);
void test_memory(void);
void test_library(void);
void test_collectives(void);
void test_messages(void);

#endif
