/* SPDX-License-Identifier: Apache-2.0 */
#include "select.h"

#include <string.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../mem/job.h"
#include "buffer.h"
#include "cost.h"
#include "meet.h"
#include "reduce/reduction.h"
#include "table.h"
#include "topology.h"

/* As select.def names them. */
enum {
#define CONDITION(name, word, bit) name = bit,
  UPCR_CONDITIONS(CONDITION) ANY = 0
#undef CONDITION
};

/* `known` is filled in when a rule is first met. */
static struct upcr_rule shipped[] = {
#define SELECT(operation, most_bytes, most_threads, when, algorithm)                               \
  {UPCR_ALL_##operation, most_bytes, most_threads, when, algorithm, 0},
#include "select.def"
};
enum { SHIPPED = sizeof shipped / sizeof *shipped };

static const struct {
  const char *word;
  unsigned bit;
} conditions[] = {
#define CONDITION(name, word, bit) {word, bit},
    UPCR_CONDITIONS(CONDITION){"any", UPCR_ANY},
#undef CONDITION
};
enum { CONDITIONS = sizeof conditions / sizeof *conditions };

static bool is_free(const struct upcr_call *call) {
  return call->in == UPCR_NOSYNC && call->out == UPCR_NOSYNC;
}
static bool is_strong(const struct upcr_call *call) {
  return call->in == UPCR_ALLSYNC || call->out == UPCR_ALLSYNC;
}
static bool is_one_process(void) {
  return upcr_self.threads > 1 && upcr_job->config.pthreads_per_process == upcr_self.threads;
}

static bool condition_holds(unsigned bit, const struct upcr_call *call) {
  switch (bit) {
  case UPCR_CALM:
    return !upcr_job->config.oversubscribed || !is_strong(call);
  case UPCR_CROWDED:
    return upcr_job->config.oversubscribed && is_strong(call);
  case UPCR_ROOMY:
    return !upcr_job->config.oversubscribed;
  case UPCR_ENTRY:
    return call->in == UPCR_ALLSYNC && call->out != UPCR_ALLSYNC;
  case UPCR_FREE:
    return is_free(call);
  case UPCR_SPREAD:
    return upcr_topology()->nodes > 1;
  case UPCR_STRONG:
    return is_strong(call);
  case UPCR_LOOSE:
    return !is_strong(call) && !is_free(call);
  case UPCR_PROCESSES:
    return !is_one_process();
  case UPCR_PTHREADS:
    return is_one_process();
  case UPCR_CLOSE:
    return call->in == UPCR_ALLSYNC && call->out == UPCR_ALLSYNC && upcr_threads_use_words();
  }
  return true;
}

static bool all_hold(unsigned when, const struct upcr_call *call) {
  for (unsigned bit = 1; bit <= when; bit <<= 1)
    if ((when & bit) && !condition_holds(bit, call))
      return false;
  return true;
}

static bool holds(const struct upcr_rule *rule, const struct upcr_call *call) {
  return rule->operation == call->which &&
         (!rule->most_bytes || call->nbytes <= rule->most_bytes) &&
         (!rule->most_threads || upcr_self.threads <= rule->most_threads) &&
         all_hold(rule->when, call);
}

/* Found by name once: threads that find it at the same time find the same, and it is never
 * written again. */
static const struct upcr_algorithm *named_by(struct upcr_rule *rule) {
  const struct upcr_algorithm *known = __atomic_load_n(&rule->known, __ATOMIC_RELAXED);
  if (!known) {
    known = upcr_algorithm_find(rule->operation, rule->algorithm);
    __atomic_store_n(&rule->known, known, __ATOMIC_RELAXED);
  }
  return known;
}

static const struct upcr_algorithm *choose_by(struct upcr_rule *rules, int count,
                                              const struct upcr_call *call, bool may_have_buffers) {
  for (int i = 0; i < count; i++)
    if (holds(&rules[i], call)) {
      const struct upcr_algorithm *algorithm = named_by(&rules[i]);
      if (algorithm && (may_have_buffers || !algorithm->room) &&
          upcr_algorithm_fits(algorithm, call))
        return algorithm;
    }
  return 0;
}

/* More threads with a processor each, or more nodes, than the rules were measured with. */
static bool is_beyond_rules(void) {
  bool many = upcr_self.threads > UPCR_MEASURED_THREADS;
  int nodes = upcr_topology()->nodes;
  return nodes > UPCR_MEASURED_NODES || (many && (nodes > 1 || !upcr_job->config.oversubscribed));
}

struct wanted {
  const struct upcr_call *call;
  bool may_have_buffers;
};

static bool may_serve(const void *arg, const char *name) {
  const struct wanted *wanted = arg;
  const struct upcr_algorithm *algorithm = upcr_algorithm_find(wanted->call->which, name);
  return algorithm && (wanted->may_have_buffers || !algorithm->room) &&
         upcr_algorithm_fits(algorithm, wanted->call);
}

static const struct upcr_algorithm *choose_by_cost(const struct upcr_call *call,
                                                   bool may_have_buffers) {
  struct upcr_cost_machine machine = upcr_cost_machine_of(upcr_topology());
  struct upcr_cost cost;
  const char *name = upcr_cost_choose(call->which, &machine, call->nbytes, may_serve,
                                      &(struct wanted){call, may_have_buffers}, &cost);
  return name ? upcr_algorithm_find(call->which, name) : 0;
}

static const struct upcr_algorithm *choose_shipped(const struct upcr_call *call,
                                                   bool may_have_buffers) {
  const struct upcr_algorithm *algorithm = 0;
  if (is_beyond_rules() && !is_free(call))
    algorithm = choose_by_cost(call, may_have_buffers);
  if (!algorithm)
    algorithm = choose_by(shipped, SHIPPED, call, may_have_buffers);
  if (!algorithm)
    upcr_fatal("%s: no algorithm serves %zu bytes on %d threads",
               upcr_collective_name(call->function), call->nbytes, upcr_self.threads);
  return algorithm;
}

const struct upcr_algorithm *upcr_rules_choose(struct upcr_rule *rules, int count,
                                               const struct upcr_call *call) {
  return choose_by(rules, count, call, true);
}

static int bit_of(const char *word, size_t n) {
  for (int i = 0; i < CONDITIONS; i++)
    if (strlen(conditions[i].word) == n && memcmp(conditions[i].word, word, n) == 0)
      return (int)conditions[i].bit;
  return -1;
}

int upcr_when_parse(const char *words) {
  int when = 0;
  for (;;) {
    size_t n = strcspn(words, "+");
    int bit = bit_of(words, n);
    if (bit < 0)
      return -1;
    when |= bit;
    if (!words[n])
      return when;
    words += n + 1;
  }
}

/* Said once for an operation, by thread 0. */
static void say_unfit(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  static UPCR_PER_THREAD bool said[UPCR_COLLECTIVES];
  if (upcr_self.mythread == 0 && !said[call->which])
    upcr_warn("UPC_COLL: %s cannot serve all calls of %s; for the others the usual choice holds",
              algorithm->name, upcr_collective_name(call->function));
  said[call->which] = true;
}

const struct upcr_algorithm *upcr_call_choose(const struct upcr_call *call) {
  const struct upcr_algorithm *forced = upcr_algorithm_forced(call->which);
  if (forced && upcr_algorithm_fits(forced, call))
    return forced;
  if (forced)
    say_unfit(call, forced);
  const struct upcr_algorithm *measured = upcr_table_choose(call);
  return measured ? measured : choose_shipped(call, true);
}

/* The shape of a call and the choice for it: calls of one shape are served alike. */
struct choice {
  unsigned kind; /* operation, modes, whether operands may change places; 0: none yet */
  size_t nbytes;
  const struct upcr_algorithm *algorithm;
};

enum { CHOICES = 64 };
static UPCR_PER_THREAD struct choice choices[CHOICES];

void upcr_choices_forget(void) { memset(choices, 0, sizeof choices); }

/* Never 0: operations that have algorithms are not the first of their kind. */
static unsigned kind_of(const struct upcr_call *call) {
  unsigned modes = (unsigned)call->in * 3 + (unsigned)call->out;
  return ((unsigned)call->which * 9 + modes) * 2 + upcr_is_commutative(call->reduction);
}

/* A program's calls of a dozen shapes in turn each find their choice; one that has lost its
 * place to another shape costs as much as a first call. */
static const struct upcr_algorithm *algorithm_of(const struct upcr_call *call) {
  unsigned kind = kind_of(call);
  struct choice *c = &choices[(call->nbytes ^ call->nbytes >> 6 ^ kind * 11) % CHOICES];
  if (c->kind != kind || c->nbytes != call->nbytes)
    *c = (struct choice){kind, call->nbytes, upcr_call_choose(call)};
  return c->algorithm;
}

/* The algorithm, or one without buffers where a thread's heap has no room for them: the same in
 * all threads. */
static const struct upcr_algorithm *algorithm_with_room(const struct upcr_call *call) {
  const struct upcr_algorithm *algorithm = algorithm_of(call);
  if (!algorithm->room || upcr_buffer_reserve(call, algorithm))
    return algorithm;
  return choose_shipped(call, false);
}

void upcr_call_run(const struct upcr_call *call) {
  upcr_call_run_by(call, algorithm_with_room(call));
}

void upcr_call_run_by(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  bool brackets = !(algorithm->needs & UPCR_SYNCS_ITSELF);
  if (brackets && call->in == UPCR_ALLSYNC)
    upcr_all_entered(call);
  algorithm->run(call, algorithm);
  if (brackets && call->out == UPCR_ALLSYNC)
    upcr_all_done(call);
  upcr_call_leave(call);
}
