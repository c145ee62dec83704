/* SPDX-License-Identifier: Apache-2.0 */
/* Which algorithm serves a call: the forced one, one that was measured on this machine (table.h),
 * or one of the shipped rules (select.def) or, beyond those, of the cost model (cost.h). */
#ifndef UPCR_COLL_SELECT_H
#define UPCR_COLL_SELECT_H

#include "../call.h"
#include "cost.h"
#include "../register.h"

/* The choice for a call of this shape; `upcr_call_run` asks once a shape. */
const struct upcr_algorithm *upcr_call_choose(const struct upcr_call *call);

/* The class of its modes, by which choices and the model of costs differ. */
enum upcr_sync_class upcr_class_of(const struct upcr_call *call);

/* upcr_cost_choose for the call on the job's machine. */
const char *upcr_cheapest(const struct upcr_call *call, upcr_may_serve *may_serve, const void *arg,
                          struct upcr_cost *cost);

/* The calling thread chooses anew: what is forced has changed. */
void upcr_choices_forget(void);

/* Runs a call that has entered, with what its modes ask for, and leaves it. */
void upcr_call_run(struct upcr_call *call);

/* Runs the call by this algorithm, which must fit and have no buffers. */
void upcr_call_run_by(struct upcr_call *call, const struct upcr_algorithm *algorithm);

enum { UPCR_RULE_CHOICES = 6 };

/* Choices for calls of an operation, where all conditions of the rule hold. */
struct upcr_rule {
  enum upcr_collective operation;
  int most_threads; /* 0: any */
  unsigned when;    /* as upcr_when_parse has it */
  struct upcr_choice {
    size_t most_bytes;     /* nbytes of a call, 0: any */
    const char *algorithm; /* 0: no choice */
  } choice[UPCR_RULE_CHOICES];
  const struct upcr_algorithm
      *known; /* of a rule of one: it, with its parameter; 0: found by name */
  int least_threads;
};

/* Does the rule hold for so many threads? */
static inline bool upcr_rule_serves(const struct upcr_rule *rule, int threads) {
  return threads >= rule->least_threads && (!rule->most_threads || threads <= rule->most_threads);
}

/* The first choice, of the first of `count` rules, that holds and whose algorithm fits, or 0. The
 * same in all threads. */
const struct upcr_algorithm *upcr_rules_choose(const struct upcr_rule *rules, int count,
                                               const struct upcr_call *call);

/* "strong+processes" to conditions; -1: a word is unknown. */
int upcr_when_parse(const char *words);
#define UPCR_WHEN_WORDS                                                                            \
  "any, free, strong, entry, loose, close, processes, pthreads, dedicated, oversubscribed, nodes " \
  "or one_per_node"

#endif
