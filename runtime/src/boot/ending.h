/* SPDX-License-Identifier: Apache-2.0 */
/* How a job comes to its end: the supervisor's record of the processes and of the first cause. */
#ifndef UPCR_BOOT_ENDING_H
#define UPCR_BOOT_ENDING_H

#include <stdint.h>
#include <sys/types.h>

enum upcr_cause {
  UPCR_CAUSE_NONE,      /* every thread finishes by itself */
  UPCR_CAUSE_DEATH,     /* a process was ended by a signal, or ended without finishing */
  UPCR_CAUSE_GLOBAL,    /* upc_global_exit or upcr_fatal */
  UPCR_CAUSE_HANG,      /* its time is over, or a deadlock */
  UPCR_CAUSE_SIGNAL,    /* the supervisor was asked to end by a signal */
  UPCR_CAUSE_READER,    /* the reader of the output is gone */
  UPCR_CAUSE_ELSEWHERE, /* another node ended the job */
  UPCR_CAUSE_LOST       /* another node's supervisor is gone */
};

struct upcr_process {
  pid_t pid;        /* 0: not started */
  int first, count; /* its UPC threads */
  int alive;
};

struct upcr_ending {
  struct upcr_process *process; /* [started] */
  int started, alive;
  enum upcr_cause cause;
  int status;    /* of the job; while the cause is NONE, the highest of its threads so far */
  int signal;    /* cause SIGNAL: the signal; DEATH: that of the process that died, 0: it exited */
  int exit_code; /* cause DEATH without signal */
  int dead;      /* cause DEATH: index of the process */
  int more_deaths;  /* processes ended by a signal of their own after the first */
  int lost_node;    /* cause LOST: which */
  int lost_silent;  /* it is silent, but its connection is open */
  int all_finished; /* 1 while every process that ended had finished its threads */
  int64_t kill_at;  /* when living processes are killed, INT64_MAX: never */
};

/* Records that process pid ended with the wait status; ignores unknown pids (adopted orphans). */
void upcr_ending_reap(struct upcr_ending *ending, pid_t pid, int wait_status, int64_t now);

/* Starts the end of the job, if nothing else did; processes that may flush first are told so. */
void upcr_ending_begin(struct upcr_ending *ending, enum upcr_cause cause, int64_t now);

/* Begins the end if a thread called upc_global_exit. */
void upcr_ending_look_for_global_exit(struct upcr_ending *ending, int64_t now);

/* The supervisor got an ending signal; pass_on: the processes did not get it themselves. A second
 * one kills at once. */
void upcr_ending_signal(struct upcr_ending *ending, int signal_number, int pass_on, int64_t now);

/* The job is ended with the status, unless something else ended it before. */
void upcr_ending_give_up(struct upcr_ending *ending, int status, int64_t now);

/* The job ends because of another node, unless something else ended it before: with this status,
 * and by that signal, 0: none. */
void upcr_ending_elsewhere(struct upcr_ending *ending, int status, int signal_number, int64_t now);

/* Sends the signal to every living process. */
void upcr_ending_send(const struct upcr_ending *ending, int signal_number);

/* Kills living processes when their time is over. */
void upcr_ending_enforce(struct upcr_ending *ending, int64_t now);

/* Writes the message about the first death to out, "" for other causes. */
void upcr_ending_report(const struct upcr_ending *ending, char *out, size_t outlen);

#endif
