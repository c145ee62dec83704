/* SPDX-License-Identifier: Apache-2.0 */
/* Which algorithm serves a call: the forced one, or the one that the rules name. */
#ifndef UPCR_COLL_SELECT_H
#define UPCR_COLL_SELECT_H

#include "call.h"
#include "register.h"

/* The choice for a call of this shape; `upcr_call_run` asks once a shape. */
const struct upcr_algorithm *upcr_call_choose(const struct upcr_call *call);

/* The calling thread chooses anew: what is forced has changed. */
void upcr_choices_forget(void);

/* Runs a call that has entered, with what its modes ask for, and leaves it. */
void upcr_call_run(const struct upcr_call *call);

/* Runs the call by this algorithm, which must fit and have no buffers. */
void upcr_call_run_by(const struct upcr_call *call, const struct upcr_algorithm *algorithm);

/* Rules: which algorithm serves which calls. The first that holds, and whose algorithm fits,
 * serves a call; those measured on the user's machine (table.h) come before the shipped ones
 * (select.def). */

/* Conditions of a call or of the job; a rule holds where all of its own do. */
enum upcr_when {
  UPCR_ANY = 0,
  UPCR_CALM = 1,       /* a processor for every thread, or no ALLSYNC */
  UPCR_FREE = 2,       /* UPC_IN_NOSYNC and UPC_OUT_NOSYNC */
  UPCR_SPREAD = 4,     /* threads on several nodes */
  UPCR_STRONG = 8,     /* ALLSYNC on one side at least */
  UPCR_LOOSE = 16,     /* ALLSYNC on neither side, and not UPCR_FREE */
  UPCR_PROCESSES = 32, /* several processes */
  UPCR_PTHREADS = 64,  /* one process of several threads */
  UPCR_CLOSE =
      128, /* UPC_IN_ALLSYNC and UPC_OUT_ALLSYNC, and the threads synchronise by words (meet.h) */
  UPCR_CROWDED =
      256, /* more threads than processors, and ALLSYNC on one side at least: not UPCR_CALM */
  UPCR_ROOMY = 512, /* a processor for every thread */
  UPCR_ENTRY = 1024 /* ALLSYNC on entry alone */
};

struct upcr_rule {
  enum upcr_collective operation;
  size_t most_bytes; /* nbytes of a call, 0: any */
  int most_threads;  /* 0: any */
  unsigned when;     /* enum upcr_when */
  const char *algorithm;
  const struct upcr_algorithm *known; /* it, with its parameter; 0: to be found by name */
};

/* The algorithm of the first of `count` rules that holds and fits, or 0. The same in all
 * threads. */
const struct upcr_algorithm *upcr_rules_choose(struct upcr_rule *rules, int count,
                                               const struct upcr_call *call);

/* "allsync+calm" to conditions; -1: a word is unknown. */
int upcr_when_parse(const char *words);

#endif
