/* Barriers (UPC 6.6.1) and what the core's collectives build on them. */
#ifndef UPCR_CORE_BARRIER_H
#define UPCR_CORE_BARRIER_H

#include <upcr/upcr.h>

/* Collective functions of the core; a barrier checks that all threads are in the same one. */
enum upcr_collective {
  UPCR_ALL_ALLOC,
  UPCR_ALL_FREE,
  UPCR_ALL_LOCK_ALLOC,
  UPCR_ALL_LOCK_FREE,
  UPCR_ALL_DATA, /* relocalisation and computation (7.4) */
  UPCR_COLLECTIVES
};

/* A barrier inside a collective function. Ends the job if the thread is between upc_notify and upc_wait. */
void upcr_collective_barrier(enum upcr_collective which);

/* Every thread gets the value that thread 0 gave. Includes one barrier. */
upcr_ppts_t upcr_collective_broadcast(enum upcr_collective which, upcr_ppts_t value);

/* The barrier at start, and the one at the end: it waits until all threads have ended, which may be in any barrier of
 * theirs. `status` is the thread's exit status. */
void upcr_barrier_at_start(void);
void upcr_barrier_at_end(int status);

#endif
