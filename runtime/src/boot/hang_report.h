/* SPDX-License-Identifier: Apache-2.0 */
/* A report on a job that seems to hang: the place of each thread, and what it waits for. It is made
 * in several steps of the supervisor's loop, because threads must be queried for their places. */
#ifndef UPCR_BOOT_HANG_REPORT_H
#define UPCR_BOOT_HANG_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The job after the report. */
enum upcr_hang_report_end {
  UPCR_HANG_REPORT_GO_ON,   /* the job continues, with as little disturbance as possible */
  UPCR_HANG_REPORT_GIVE_UP, /* it ends */
  UPCR_HANG_REPORT_QUIT     /* it ends by SIGQUIT */
};

/* The answers that the report waits for: of this node's threads; of other nodes; of other nodes
 * about locks. */
enum upcr_hang_report_state {
  UPCR_HANG_REPORT_HERE,
  UPCR_HANG_REPORT_NODES,
  UPCR_HANG_REPORT_LOCKS
};

struct upcr_hang_report {
  bool under_way;
  enum upcr_hang_report_state state;
  enum upcr_hang_report_end end;
  int64_t due;                  /* the next step, INT64_MAX: none under way */
  bool queried;                 /* threads were queried for their places */
  uint32_t number;              /* of the request */
  char *why;                    /* the report's first line, without its end */
  uint32_t *polls;              /* [threads] as they were at the start, 0: out of memory */
  struct thread_report *thread; /* [threads], once it is known */
  uint64_t *locks;              /* [lock_count] that threads wait for: queried on other nodes */
  int lock_count;
};

/* Starts a report. If one is under way, the job's end after it is the more severe of the two. */
void upcr_hang_report_begin(struct upcr_hang_report *report, enum upcr_hang_report_end end,
                            int64_t now, const char *why, ...)
    __attribute__((format(printf, 4, 5)));

/* Takes the next step if it is time; true when the report is complete and can be written. */
bool upcr_hang_report_step(struct upcr_hang_report *report, int64_t now);

/* On other nodes than the hub, when the report is over: sends the results to the hub; answers its
 * question about locks. */
void upcr_hang_report_answer(struct upcr_hang_report *report);
void upcr_hang_report_answer_locks(void);

/* Writes the report. Returns it; free() it; 0: out of memory. */
char *upcr_hang_report_text(struct upcr_hang_report *report);

/* The parts of a report: this node's threads (hang_threads.c); locks, which may be on other nodes
 * (hang_locks.c). */

/* Placeholder in a thread's text for the description of the lock that it waits for. */
#define UPCR_LOCK_MARK "\001"

/* The report on a thread. */
struct thread_report {
  char *text; /* 0: nothing is known */
  int pid, node;
  uint64_t lock; /* that it waits for, 0: none */
};

/* Stores how often each thread of this node has polled. */
void upcr_hang_count_polls(struct upcr_hang_report *report);

/* Queries the threads of this node for their places; true once all have answered. */
void upcr_hang_query_threads(struct upcr_hang_report *report);
bool upcr_hang_threads_answered(const struct upcr_hang_report *report);

/* Makes the reports on the threads of this node from their answers. */
void upcr_hang_take_threads(struct upcr_hang_report *report);

/* Queries the other nodes for the locks that threads wait for. */
void upcr_hang_query_locks(struct upcr_hang_report *report);

/* Writes the numbers t < threads for which of[t] == g: "0-2,5". */
void upcr_hang_print_numbers(FILE *out, const int *of, int g, int threads);

/* " for the lock 0x1040 of thread 1, which thread 0 holds since main at x.upc:12" */
void upcr_hang_print_lock(FILE *out, const struct upcr_hang_report *report, uint64_t lock);

#endif
