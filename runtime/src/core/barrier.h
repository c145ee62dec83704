/* SPDX-License-Identifier: Apache-2.0 */
/* Barriers (UPC 6.6.1) and what the core's collectives build on them. */
#ifndef UPCR_CORE_BARRIER_H
#define UPCR_CORE_BARRIER_H

#include <stdbool.h>
#include <stdint.h>
#include <upcr/upcr.h>

#include "../base/atomics.h"

/* Collective functions; a barrier checks that all threads are in the same one, with the same
 * arguments. */
enum upcr_collective {
#define COLLECTIVE(name, function) UPCR_##name,
#include "collectives.def"
  UPCR_COLLECTIVES
};

/* "upc_all_broadcast" for UPCR_ALL_BROADCAST. */
const char *upcr_collective_name(enum upcr_collective which);

/* Digests of single-valued arguments: start with 0, mix in one after the other. */
static inline uint32_t upcr_digest(uint32_t digest, uint64_t argument) {
  uint64_t mixed = (argument ^ ((uint64_t)digest << 32 | digest)) * 0x9e3779b97f4a7c15u;
  return (uint32_t)(mixed >> 32 ^ mixed);
}

/* Ends the job if the thread is between upc_notify and upc_wait or in a task, where no collective
 * may be called. */
void upcr_collective_check(enum upcr_collective which);

/* A barrier inside a collective function with this digest of its arguments. Ends the job if the
 * thread is between upc_notify and upc_wait. */
void upcr_collective_barrier(enum upcr_collective which, uint32_t arguments);

/* A barrier inside a collective of a job of several nodes that waits only for the threads of the
 * caller's node. The caller waits for the other nodes before its next barrier, collective or access
 * to their memory. If the data of the node are complete when its threads arrive, no program can
 * tell this from waiting at once (docs/collectives.md). */
void upcr_collective_barrier_owed(enum upcr_collective which, uint32_t arguments);

/* Work that the last thread to arrive at a barrier does before any thread leaves it. */
struct upcr_barrier_work {
  void (*serve)(void *arg);
  void *arg;
};

/* True if in this job's barriers a thread knows that it arrives last. The same in all threads. */
bool upcr_barrier_has_last(void);

/* A barrier inside a collective in which the last thread does work; requires upcr_barrier_has_last.
 * All threads' accesses before the barrier are ordered before the work, and the work before their
 * accesses after it. If the calls disagree the job ends without the work. */
void upcr_collective_barrier_serving(enum upcr_collective which, uint32_t arguments,
                                     const struct upcr_barrier_work *work);

/* Broadcasts thread 0's value to all threads. Includes one barrier. */
upcr_ppts_t upcr_collective_broadcast(enum upcr_collective which, uint32_t arguments,
                                      upcr_ppts_t value);

/* The same for the value of thread `root`, which must be the same on all threads. */
upcr_ppts_t upcr_collective_broadcast_from(enum upcr_collective which, uint32_t arguments, int root,
                                           upcr_ppts_t value);

/* A thread that runs a task must not arrive at a barrier: the others need not come there. Tasks
 * nest: the end of one takes what its start returned. */
int upcr_barrier_enter_task(void);
void upcr_barrier_leave_task(int before);

/* The call that must come before the thread's end, as messages name it, or null. */
extern UPCR_PER_THREAD const char *upcr_open_scope;

/* The barrier at the start, and the one at the end, which waits until all threads have ended;
 * others may still be in any of their barriers. `status` is the thread's exit status. */
void upcr_barrier_at_start(void);
void upcr_barrier_at_end(int status);

#endif
