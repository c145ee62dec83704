/* SPDX-License-Identifier: Apache-2.0 */
#include "select.h"

#include <string.h>

#include "../../base/atomics.h"
#include "../../base/log.h"
#include "../../mem/job.h"
#include "cost.h"
#include "../await.h"
#include "../reduce/elements.h"
#include "table.h"
#include "../topology.h"

/* Conditions of a call or of the job: name in select.def, word in a table, and what holds. */
#define CONDITIONS(CONDITION)                                                                      \
  CONDITION(FREE, "free", 2, free) /* NOSYNC on both sides */                                      \
  CONDITION(NODES, "nodes", 4, nodes > 1)                                                          \
  CONDITION(ONE_PER_NODE, "one_per_node", 1, nodes > 1 && nodes == upcr_self.threads)              \
  CONDITION(STRONG, "strong", 8, strong) /* ALLSYNC on one side at least */                        \
  CONDITION(LOOSE, "loose", 16, !strong && !free)                                                  \
  CONDITION(PROCESSES, "processes", 32, !one_process)                                              \
  CONDITION(PTHREADS, "pthreads", 64, one_process)                                                 \
  /* ALLSYNC on both sides, and the threads synchronise by words (meet.c) */                       \
  CONDITION(CLOSE, "close", 128, entry && call->out == UPCR_ALLSYNC && upcr_threads_use_words())   \
  CONDITION(OVERSUBSCRIBED, "oversubscribed", 256, oversubscribed)                                 \
  CONDITION(DEDICATED, "dedicated", 512, !oversubscribed) /* a processor for each thread */        \
  CONDITION(ENTRY, "entry", 1024, entry && call->out != UPCR_ALLSYNC) /* ALLSYNC on entry alone */

enum {
#define CONDITION(name, word, bit, holds) name = bit,
  CONDITIONS(CONDITION) ANY = 0
#undef CONDITION
};

enum upcr_sync_class upcr_class_of(const struct upcr_call *call) {
  if (call->in == UPCR_ALLSYNC || call->out == UPCR_ALLSYNC)
    return UPCR_CLASS_STRONG;
  return call->in == UPCR_NOSYNC && call->out == UPCR_NOSYNC ? UPCR_CLASS_FREE : UPCR_CLASS_LOOSE;
}

static unsigned conditions_of(const struct upcr_call *call) {
  int nodes = upcr_topology()->nodes;
  enum upcr_sync_class class = upcr_class_of(call);
  bool oversubscribed = upcr_job->config.oversubscribed, free = class == UPCR_CLASS_FREE,
       entry = call->in == UPCR_ALLSYNC, strong = class == UPCR_CLASS_STRONG,
       one_process =
           upcr_self.threads > 1 && upcr_job->config.pthreads_per_process == upcr_self.threads;
#define CONDITION(name, word, bit, holds) (holds ? bit : 0u) |
  return CONDITIONS(CONDITION) 0u;
#undef CONDITION
}

static int bit_of(const char *word, size_t n) {
  static const struct {
    const char *word;
    int bit;
  } conditions[] = {
#define CONDITION(name, word, bit, holds) {word, bit},
      CONDITIONS(CONDITION){"any", ANY},
#undef CONDITION
  };
  for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
    if (upcr_is_word(conditions[i].word, word, n))
      return conditions[i].bit;
  return -1;
}

int upcr_when_parse(const char *words) {
  int when = 0;
  for (;; words++) {
    size_t n = strcspn(words, "+");
    int bit = bit_of(words, n);
    if (bit < 0)
      return -1;
    when |= bit;
    words += n;
    if (!*words)
      return when;
  }
}

static bool may_serve(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  return algorithm && !(call->no_buffers && algorithm->room) &&
         upcr_algorithm_fits(algorithm, call);
}

static const struct upcr_algorithm *choose_of(const struct upcr_rule *rule,
                                              const struct upcr_call *call) {
  const struct upcr_algorithm *algorithm;
  for (const struct upcr_choice *c = rule->choice, *end = c + UPCR_RULE_CHOICES;
       c < end && c->algorithm; c++) {
    if (c->most_bytes && call->nbytes > c->most_bytes)
      continue;
    algorithm = rule->known ? rule->known : upcr_algorithm_find(rule->operation, c->algorithm);
    if (may_serve(call, algorithm))
      return algorithm;
  }
  return 0;
}

const struct upcr_algorithm *upcr_rules_choose(const struct upcr_rule *rules, int count,
                                               const struct upcr_call *call) {
  unsigned missing = ~conditions_of(call);
  const struct upcr_algorithm *chosen = 0;
  for (const struct upcr_rule *rule = rules; rule < rules + count && !chosen; rule++)
    if (rule->operation == call->which && !(rule->when & missing) &&
        upcr_rule_serves(rule, upcr_self.threads))
      chosen = choose_of(rule, call);
  return chosen;
}

/* More threads with a processor each, or more nodes, than the rules were measured with. */
static bool is_beyond_rules(void) {
  bool many = upcr_self.threads > UPCR_MEASURED_THREADS;
  int nodes = upcr_topology()->nodes;
  return nodes > UPCR_MEASURED_NODES || (many && (nodes > 1 || !upcr_job->config.oversubscribed));
}

static bool is_able(const void *of, const char *name) {
  const struct upcr_call *call = of;
  return may_serve(call, upcr_algorithm_find(call->which, name));
}

const char *upcr_cheapest(const struct upcr_call *call, upcr_may_serve *may_serve, const void *arg,
                          struct upcr_cost *cost) {
  struct upcr_cost_machine machine = upcr_cost_machine_of(upcr_topology());
  machine.in_loop = upcr_class_of(call) != UPCR_CLASS_STRONG;
  return upcr_cost_choose(call->which, &machine, call->nbytes, may_serve, arg, cost);
}

static const struct upcr_algorithm *choose_by_cost(const struct upcr_call *call) {
  struct upcr_cost cost;
  const char *name = upcr_cheapest(call, is_able, call, &cost);
  return name ? upcr_algorithm_find(call->which, name) : 0;
}

static const struct upcr_algorithm *choose_shipped(const struct upcr_call *call) {
  static const struct upcr_rule shipped[] = {
#define SELECT(operation, most_threads, when, ...)                                                 \
  {UPCR_ALL_##operation, most_threads, when, {__VA_ARGS__}, 0, 0},
#include "select.def"
  };
  const struct upcr_algorithm *algorithm = 0;
  if (is_beyond_rules() && upcr_class_of(call) != UPCR_CLASS_FREE)
    algorithm = choose_by_cost(call);
  if (!algorithm)
    algorithm = upcr_rules_choose(shipped, sizeof shipped / sizeof *shipped, call);
  if (!algorithm)
    upcr_fatal("%s: no algorithm serves %zu bytes on %d threads",
               upcr_collective_name(call->function), call->nbytes, upcr_self.threads);
  return algorithm;
}

/* Thread 0 warns once for each operation. */
static void warn_unfit(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  static UPCR_PER_THREAD bool warned[UPCR_COLLECTIVES];
  if (upcr_self.mythread == 0 && !warned[call->which])
    upcr_warn("UPC_COLL: %s cannot serve all calls of %s; the others use the usual choice",
              algorithm->name, upcr_collective_name(call->function));
  warned[call->which] = true;
}

const struct upcr_algorithm *upcr_call_choose(const struct upcr_call *call) {
  const struct upcr_algorithm *forced = upcr_algorithm_forced(call->which);
  if (forced && upcr_algorithm_fits(forced, call))
    return forced;
  if (forced)
    warn_unfit(call, forced);
  const struct upcr_algorithm *measured = upcr_table_choose(call);
  return measured ? measured : choose_shipped(call);
}

/* The shape of a call and the choice for it: calls of one shape are served alike. */
struct kept {
  unsigned kind; /* operation, modes, whether operands may change places; 0: none yet */
  size_t nbytes;
  const struct upcr_algorithm *algorithm;
};

enum { KEPT = 64 };
static UPCR_PER_THREAD struct kept kept[KEPT];

void upcr_choices_forget(void) { memset(kept, 0, sizeof kept); }

/* Never 0: operations that have algorithms are not the first of their kind. */
static unsigned kind_of(const struct upcr_call *call) {
  unsigned modes = (unsigned)call->in * 3 + (unsigned)call->out;
  return ((unsigned)call->which * 9 + modes) * 2 + upcr_is_commutative(call->reduction);
}

/* Up to a dozen shapes in turn find their choices here; a call whose entry another shape has
 * replaced costs as much as a first call. */
static const struct upcr_algorithm *algorithm_of(const struct upcr_call *call) {
  unsigned kind = kind_of(call);
  struct kept *k = &kept[(call->nbytes ^ call->nbytes >> 6 ^ kind * 11) % KEPT];
  if (k->kind != kind || k->nbytes != call->nbytes)
    *k = (struct kept){kind, call->nbytes, upcr_call_choose(call)};
  return k->algorithm;
}

/* One without buffers serves where a thread's heap has no room for them: the same in all
 * threads. */
void upcr_call_run(struct upcr_call *call) {
  call->algorithm = algorithm_of(call);
  if (call->algorithm->room && !upcr_buffer_reserve(call)) {
    call->no_buffers = true;
    call->algorithm = choose_shipped(call);
  }
  upcr_call_run_by(call, call->algorithm);
}

/* The modes, 1 << enum upcr_sync, in which all threads meet before or after the algorithm. MYSYNC
 * is one where threads touch data of others that cannot know it. */
static unsigned modes_that_meet(const struct upcr_call *call, unsigned needs) {
  bool touches_others =
      (needs & UPCR_MEETS) || (needs & UPCR_MEETS_FOR_PARTS && upcr_parts_are_of_others(call));
  return (touches_others ? 1u << UPCR_MYSYNC : 0) |
         (needs & UPCR_SYNCS_ITSELF ? 0 : 1u << UPCR_ALLSYNC);
}

static void run(struct upcr_call *call) {
  call->algorithm->run(call);
  if (call->algorithm->room)
    upcr_buffer_done(call->algorithm);
}

/* A call in parts (post.h) has the number of the last one. Where all meet with MYSYNC, others may
 * still touch data of the caller: over nodes upcr_all_done could return too soon. */
static void run_and_leave_with_all(struct upcr_call *call, bool others_touch) {
  bool by_barrier = others_touch && upcr_has_nodes();
  if (upcr_has_nodes() && !by_barrier)
    call->out = UPCR_MYSYNC; /* upcr_all_done requires that */
  run(call);
  call->number = upcr_calls_entered();
  if (by_barrier)
    upcr_call_barrier(call);
  else
    upcr_all_done(call);
}

void upcr_call_run_by(struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  unsigned meeting = modes_that_meet(call, algorithm->needs);
  call->algorithm = algorithm;
  if (meeting >> call->in & 1)
    upcr_all_entered(call);
  if (meeting >> call->out & 1)
    run_and_leave_with_all(call, meeting >> UPCR_MYSYNC & 1);
  else
    run(call);
  upcr_call_leave(call);
}
