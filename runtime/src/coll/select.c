#include "select.h"

#include "../base/atomics.h"
#include "../base/log.h"
#include "../mem/job.h"
#include "reduce/reduction.h"
#include "register.h"
#include "topology.h"

enum when { ANY, CALM, FREE, SPREAD };

static const struct rule {
  enum upcr_collective operation;
  size_t most_bytes;
  int most_threads;
  enum when when;
  const char *algorithm;
} rules[] = {
#define SELECT(operation, most_bytes, most_threads, when, algorithm)                                                   \
  {UPCR_ALL_##operation, most_bytes, most_threads, when, algorithm},
#include "select.def"
};
enum { RULES = sizeof rules / sizeof *rules };

static bool is_free(const struct upcr_call *call) { return call->in == UPCR_NOSYNC && call->out == UPCR_NOSYNC; }

static bool is_calm(const struct upcr_call *call) {
  return !upcr_job->config.oversubscribed || (call->in != UPCR_ALLSYNC && call->out != UPCR_ALLSYNC);
}

static bool holds(const struct rule *rule, const struct upcr_call *call) {
  if (rule->operation != call->which || (rule->most_bytes && call->nbytes > rule->most_bytes) ||
      (rule->most_threads && upcr_self.threads > rule->most_threads))
    return false;
  switch (rule->when) {
  case CALM:
    return is_calm(call);
  case FREE:
    return is_free(call);
  case SPREAD:
    return upcr_topology()->nodes > 1;
  case ANY:
    break;
  }
  return true;
}

static const struct upcr_algorithm *by_rules(const struct upcr_call *call) {
  for (int i = 0; i < RULES; i++)
    if (holds(&rules[i], call)) {
      const struct upcr_algorithm *algorithm = upcr_algorithm_find(call->which, rules[i].algorithm);
      if (algorithm && upcr_algorithm_fits(algorithm, call))
        return algorithm;
    }
  upcr_fatal("%s: no algorithm serves %zu bytes on %d threads", upcr_collective_name(call->which), call->nbytes,
             upcr_self.threads);
}

/* Said once for an operation, by thread 0. */
static void say_unfit(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  static UPCR_PER_THREAD bool said[UPCR_COLLECTIVES];
  if (upcr_self.mythread == 0 && !said[call->which])
    upcr_warn("UPC_COLL: %s cannot serve all calls of %s; others take what they would take without it", algorithm->name,
              upcr_collective_name(call->which));
  said[call->which] = true;
}

static const struct upcr_algorithm *choose(const struct upcr_call *call) {
  const struct upcr_algorithm *forced = upcr_algorithm_forced(call->which);
  if (forced && upcr_algorithm_fits(forced, call))
    return forced;
  if (forced)
    say_unfit(call, forced);
  return by_rules(call);
}

/* What the choice depends on, and the choice: calls of one shape are served alike. */
struct choice {
  enum upcr_collective which;
  enum upcr_sync in, out;
  bool is_commutative;
  size_t nbytes;
  const struct upcr_algorithm *algorithm; /* 0: none yet */
};

enum { CHOICES = 64 };

static bool is_for(const struct choice *c, const struct upcr_call *call) {
  return c->algorithm && c->which == call->which && c->nbytes == call->nbytes && c->in == call->in &&
         c->out == call->out && c->is_commutative == upcr_is_commutative(call->reduction);
}

static const struct upcr_algorithm *algorithm_of(const struct upcr_call *call) {
  static UPCR_PER_THREAD struct choice choices[CHOICES];
  struct choice *c = &choices[(call->nbytes ^ call->nbytes >> 6 ^ (unsigned)call->which * 11) % CHOICES];
  if (!is_for(c, call))
    *c = (struct choice){call->which,  call->in,    call->out, upcr_is_commutative(call->reduction),
                         call->nbytes, choose(call)};
  return c->algorithm;
}

void upcr_call_run(const struct upcr_call *call) {
  const struct upcr_algorithm *algorithm = algorithm_of(call);
  bool brackets = !(algorithm->needs & UPCR_SYNCS_ITSELF);
  if (brackets && call->in == UPCR_ALLSYNC)
    upcr_call_barrier(call);
  algorithm->run(call, algorithm);
  if (brackets && call->out == UPCR_ALLSYNC)
    upcr_call_barrier(call);
  upcr_call_leave(call);
}
