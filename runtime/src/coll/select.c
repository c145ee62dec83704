#include "select.h"

#include <string.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "buffer.h"
#include "reduce/reduction.h"
#include "rules.h"
#include "table.h"
#include "meet.h"

/* Said once for an operation, by thread 0. */
static void say_unfit(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  static UPCR_PER_THREAD bool said[UPCR_COLLECTIVES];
  if (upcr_self.mythread == 0 && !said[call->which])
    upcr_warn("UPC_COLL: %s cannot serve all calls of %s; others take what they would take without it", algorithm->name,
              upcr_collective_name(call->function));
  said[call->which] = true;
}

const struct upcr_algorithm *upcr_call_choose(const struct upcr_call *call) {
  const struct upcr_algorithm *forced = upcr_algorithm_forced(call->which);
  if (forced && upcr_algorithm_fits(forced, call))
    return forced;
  if (forced)
    say_unfit(call, forced);
  const struct upcr_algorithm *measured = upcr_table_choose(call);
  return measured ? measured : upcr_rules_shipped(call);
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
static UPCR_PER_THREAD struct choice choices[CHOICES];

void upcr_choices_forget(void) { memset(choices, 0, sizeof choices); }

static bool is_for(const struct choice *c, const struct upcr_call *call) {
  return c->algorithm && c->which == call->which && c->nbytes == call->nbytes && c->in == call->in &&
         c->out == call->out && c->is_commutative == upcr_is_commutative(call->reduction);
}

static struct choice *place_of(const struct upcr_call *call) {
  unsigned kind = (unsigned)call->which * 9 + (unsigned)call->in * 3 + (unsigned)call->out;
  return &choices[(call->nbytes ^ call->nbytes >> 6 ^ kind * 11) % CHOICES];
}

/* A program's calls of a dozen shapes in turn each find their choice; one that has lost its place to another shape costs as much as a first call. */
static const struct upcr_algorithm *algorithm_of(const struct upcr_call *call) {
  struct choice *c = place_of(call);
  if (!is_for(c, call))
    *c = (struct choice){call->which,           call->in, call->out, upcr_is_commutative(call->reduction), call->nbytes,
                         upcr_call_choose(call)};
  return c->algorithm;
}

/* The algorithm, or one without buffers where a thread's heap has no room for them: the same in all threads. */
static const struct upcr_algorithm *algorithm_with_room(const struct upcr_call *call) {
  const struct upcr_algorithm *algorithm = algorithm_of(call);
  if (!algorithm->room || upcr_buffer_reserve(call, algorithm))
    return algorithm;
  return upcr_rules_without_buffers(call);
}

void upcr_call_run(const struct upcr_call *call) { upcr_call_run_by(call, algorithm_with_room(call)); }

void upcr_call_run_by(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  bool brackets = !(algorithm->needs & UPCR_SYNCS_ITSELF);
  if (brackets && call->in == UPCR_ALLSYNC)
    upcr_all_entered(call);
  algorithm->run(call, algorithm);
  if (brackets && call->out == UPCR_ALLSYNC)
    upcr_all_done(call);
  upcr_call_leave(call);
}
