/* Entry and exit of collectives: the synchronisation modes of UPC 7.3.4. */
#ifndef UPCR_COLL_SYNC_H
#define UPCR_COLL_SYNC_H

#include <stddef.h>
#include <stdint.h>
#include <upcr/upcr.h>

#include "../core/barrier.h"

/* One call of a collective. */
struct upcr_coll {
  enum upcr_collective which;
  int flags;
  uint32_t arguments; /* digest of what must be the same on all threads */
};

/* The call, flags and what every collective has in its arguments included; `size` in bytes or elements. */
struct upcr_coll upcr_coll_call(enum upcr_collective which, int flags, upcr_ppts_t dst, upcr_ppts_t src, size_t size);

/* On entry: ends the job for flags that are no combination of one UPC_IN_ and one UPC_OUT_ mode; waits for all threads
 * unless the entry mode is NOSYNC. */
void upcr_coll_enter(const struct upcr_coll *call);

/* Before return: waits for all threads unless the exit mode is NOSYNC. */
void upcr_coll_leave(const struct upcr_coll *call);

/* A barrier between the steps of one collective. */
void upcr_coll_step(const struct upcr_coll *call);

#endif
