/* SPDX-License-Identifier: Apache-2.0 */
/* A look at a job that seems to hang: where is each thread, and for what does it wait? Takes steps
 * of its own in the supervisor's loop, since threads must be asked for their places. */
#ifndef UPCR_BOOT_HANG_REPORT_H
#define UPCR_BOOT_HANG_REPORT_H

#include <stdbool.h>
#include <stdint.h>

/* The job after the report. */
enum upcr_hang_report_end {
  UPCR_HANG_REPORT_GO_ON,   /* the job goes on, as undisturbed as can be */
  UPCR_HANG_REPORT_GIVE_UP, /* it ends */
  UPCR_HANG_REPORT_QUIT     /* it ends by SIGQUIT */
};

/* Whose answers are waited for: those of this node's threads, of other nodes, of what these know
 * of locks. */
enum upcr_hang_report_state {
  UPCR_HANG_REPORT_HERE,
  UPCR_HANG_REPORT_NODES,
  UPCR_HANG_REPORT_LOCKS
};

struct upcr_hang_report {
  bool under_way;
  enum upcr_hang_report_state state;
  enum upcr_hang_report_end end;
  int64_t due;       /* the next step, INT64_MAX: none under way */
  bool asked;        /* threads were asked for their places */
  uint32_t number;   /* of the request */
  char *why;         /* the report's first line, without its end */
  uint32_t *polls;   /* [threads] as they were at the start, 0: out of memory */
  struct said *said; /* [threads], once it is known */
  uint64_t *locks;   /* [lock_count] that threads wait for: asked of other nodes */
  int lock_count;
};

/* Starts a look, unless one is under way: then what follows is the more severe of both ends. */
void upcr_hang_report_begin(struct upcr_hang_report *look, enum upcr_hang_report_end end,
                            int64_t now, const char *why, ...)
    __attribute__((format(printf, 4, 5)));

/* Takes the next step where it is time; true when the look is over and the report can be written.
 */
bool upcr_hang_report_step(struct upcr_hang_report *look, int64_t now);

/* Another node than the hub, when the look is over: tells the hub what it found. And what it
 * knows of locks, if that was asked. */
void upcr_hang_report_answer(struct upcr_hang_report *look);
void upcr_hang_report_answer_locks(void);

/* Writes the report. Returns it; free() it; 0: out of memory. */
char *upcr_hang_report_report(struct upcr_hang_report *look);

#endif
