/* SPDX-License-Identifier: Apache-2.0 */
/* No thread may wait forever if calls do not match. Members start the operations of a team in the
 * same order. They also agree on the order of the operations that they wait for, of barriers, and
 * of collectives of all threads: a program must not rely on an operation that returns before all
 * have entered. Each member publishes, with release and in program order, the operations that it
 * starts (area->started), the barriers that it arrives at (job->thread[].notified), the collectives
 * of all threads that it enters (collective area, entered) and its end (state). So if a thread that
 * waits for operation n reads with acquire that another
 *  - has ended, or has arrived at a barrier or entered a collective of all threads that the waiter
 *    has not come to, and reads after that that it has not started n: it starts it too late or
 *    never;
 *  - has started n with another tag: the calls differ. */
#include "op.h"

#include "../base/log.h"
#include "../coll/await.h"
#include "../core/remote.h"
#include "../core/status.h"
#include "../core/barrier_token.h"
#include "../mem/job.h"
#include "../mem/segment.h"

static upcr_pts_t started_pts(const struct upcr_op *op, int rank) {
  return op->team->area[rank] + offsetof(struct upcr_team_area, started) +
         op->number % UPCR_TEAM_RECENT * sizeof(uint64_t);
}

void upcr_mismatch_started(const struct upcr_op *op) {
  uint64_t *own = (void *)upcr_segment_address(started_pts(op, op->team->rank));
  __atomic_store_n(own, upcr_numbered(op->number, op->tag), __ATOMIC_RELEASE);
}

_Noreturn void upcr_mismatch_tags(const struct upcr_op *op, int from, uint32_t tag) {
  const char *own = upcr_collective_name(op->function), *theirs = "a function of no team";
  int thread = op->team->thread[from];
  if (tag >> 26 < UPCR_COLLECTIVES)
    theirs = upcr_collective_name((enum upcr_collective)(tag >> 26));
  if (tag >> 26 == (uint32_t)op->function)
    upcr_fatal("%s: threads %d and %d gave different arguments; they are single-valued in the team",
               own, upcr_self.mythread, thread);
  upcr_fatal("calls of a team do not match: thread %d is in %s, thread %d is in %s",
             upcr_self.mythread, own, thread, theirs);
}

static void look_for_end(const struct upcr_op *op, int rank) {
  int thread = op->team->thread[rank];
  struct upcr_thread_status other = upcr_thread_status(thread);
  const char *name = upcr_collective_name(op->function);
  uint32_t barriers =
      atomic_load_explicit(&upcr_job->thread[upcr_self.mythread].notified, memory_order_relaxed);
  bool ended = other.state >= UPCR_STATE_FINISHED;
  enum upcr_collective function;
  bool in_call = upcr_call_is_ahead(thread, &function);
  bool in_barrier = (int32_t)(other.notified - barriers) > 0;
  if (upcr_reached(upcr_word_load(started_pts(op, rank)), op->number))
    return;
  if (ended)
    upcr_fatal("%s waits for thread %d, which can never come: it has ended with status %d", name,
               thread, other.exit_status);
  if (in_barrier) {
    char text[UPCR_ARRIVED];
    upcr_fatal("%s waits for thread %d, but %s, which thread %d has not reached", name, thread,
               upcr_token_describe_arrived(thread, text), upcr_self.mythread);
  }
  if (in_call)
    upcr_fatal("calls do not match (UPC 3.9): %s waits for thread %d, which is in %s, which thread "
               "%d has not reached",
               name, thread, upcr_collective_name(function), upcr_self.mythread);
}

void upcr_mismatch_members(const struct upcr_op *op) {
  for (int rank = 0; rank < op->team->size; rank++) {
    uint64_t started = upcr_word_load(started_pts(op, rank));
    if (!upcr_reached(started, op->number))
      look_for_end(op, rank);
    else if (upcr_number_of(started) == op->number && upcr_tag_of(started) != op->tag)
      upcr_mismatch_tags(op, rank, upcr_tag_of(started));
  }
}
