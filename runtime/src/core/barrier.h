/* SPDX-License-Identifier: Apache-2.0 */
/* Barriers (UPC 6.6.1) and what the core's collectives build on them. */
#ifndef UPCR_CORE_BARRIER_H
#define UPCR_CORE_BARRIER_H

#include <stdbool.h>
#include <stdint.h>
#include <upcr/upcr.h>

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

/* Ends the job if the thread is between upc_notify and upc_wait, where no collective may be called.
 */
void upcr_collective_check(enum upcr_collective which);

/* A barrier inside a collective function with this digest of its arguments. Ends the job if the
 * thread is between upc_notify and upc_wait. */
void upcr_collective_barrier(enum upcr_collective which, uint32_t arguments);

/* Work of the last thread to come to a barrier, done before anyone leaves it. */
struct upcr_barrier_work {
  void (*serve)(void *arg);
  void *arg;
};

/* True if barriers have a last thread to come, who knows it: the same in all threads. */
bool upcr_barrier_has_last(void);

/* A barrier inside a collective in which work is done, where upcr_barrier_has_last. Accesses
 * of all threads before the barrier come before the work, and the work before their accesses after
 * it. Calls that do not agree end the job without the work. */
void upcr_collective_barrier_serving(enum upcr_collective which, uint32_t arguments,
                                     const struct upcr_barrier_work *work);

/* Every thread gets the value that thread 0 gave. Includes one barrier. */
upcr_ppts_t upcr_collective_broadcast(enum upcr_collective which, uint32_t arguments,
                                      upcr_ppts_t value);

/* The same of the value that thread `root`, the same everywhere, gave. */
upcr_ppts_t upcr_collective_broadcast_from(enum upcr_collective which, uint32_t arguments, int root,
                                           upcr_ppts_t value);

/* The barrier at start, and the one at the end: it waits until all threads have ended, which may be
 * in any barrier of theirs. `status` is the thread's exit status. */
void upcr_barrier_at_start(void);
void upcr_barrier_at_end(int status);

#endif
