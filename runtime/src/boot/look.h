/* SPDX-License-Identifier: Apache-2.0 */
/* A look at a job that seems to hang: where is each thread, and for what does it wait? Takes steps
 * of its own in the supervisor's loop, since threads must be asked for their places. */
#ifndef UPCR_BOOT_LOOK_H
#define UPCR_BOOT_LOOK_H

#include <stdbool.h>
#include <stdint.h>

/* What follows the report. */
enum upcr_look_end {
  UPCR_LOOK_GO_ON,   /* the job goes on, as undisturbed as can be */
  UPCR_LOOK_GIVE_UP, /* it ends */
  UPCR_LOOK_QUIT     /* it ends by SIGQUIT */
};

/* Whose answers are waited for: those of this node's threads, of other nodes, of what these know
 * of locks. */
enum upcr_look_state { UPCR_LOOK_HERE, UPCR_LOOK_NODES, UPCR_LOOK_LOCKS };

struct upcr_look {
  bool under_way;
  enum upcr_look_state state;
  enum upcr_look_end end;
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
void upcr_look_begin(struct upcr_look *look, enum upcr_look_end end, int64_t now, const char *why,
                     ...) __attribute__((format(printf, 4, 5)));

/* Takes the next step where it is time; true when the look is over and the report can be written.
 */
bool upcr_look_step(struct upcr_look *look, int64_t now);

/* Another node than the hub, when the look is over: tells the hub what it found. And what it
 * knows of locks, if that was asked. */
void upcr_look_answer(struct upcr_look *look);
void upcr_look_answer_locks(void);

/* Writes the report. Returns it; free() it; 0: out of memory. */
char *upcr_look_report(struct upcr_look *look);

#endif
