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
#define UPCR_CONDITIONS(CONDITION)                                                                 \
  /* a processor for every thread, or no ALLSYNC */                                                \
  CONDITION(CALM, "calm", 1)                                                                       \
  /* UPC_IN_NOSYNC and UPC_OUT_NOSYNC */                                                           \
  CONDITION(FREE, "free", 2)                                                                       \
  /* threads on several nodes */                                                                   \
  CONDITION(SPREAD, "spread", 4)                                                                   \
  /* ALLSYNC on one side at least */                                                               \
  CONDITION(STRONG, "strong", 8)                                                                   \
  /* ALLSYNC on neither side, and not FREE */                                                      \
  CONDITION(LOOSE, "loose", 16)                                                                    \
  /* several processes; one process of several threads */                                          \
  CONDITION(PROCESSES, "processes", 32)                                                            \
  CONDITION(PTHREADS, "pthreads", 64)                                                              \
  /* ALLSYNC on both sides, and the threads synchronise by words (meet.h) */                       \
  CONDITION(CLOSE, "close", 128)                                                                   \
  /* more threads than processors, and ALLSYNC on one side at least: not CALM */                   \
  CONDITION(CROWDED, "crowded", 256)                                                               \
  /* a processor for every thread */                                                               \
  CONDITION(ROOMY, "roomy", 512)                                                                   \
  /* ALLSYNC on entry alone */                                                                     \
  CONDITION(ENTRY, "entry", 1024)

enum upcr_when {
#define CONDITION(name, word, bit) UPCR_##name = bit,
  UPCR_CONDITIONS(CONDITION) UPCR_ANY = 0
#undef CONDITION
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
