/* Entry and exit of collectives: the synchronisation modes of UPC 7.3.4. */
#ifndef UPCR_COLL_SYNC_H
#define UPCR_COLL_SYNC_H

#include <stdint.h>
#include <upcr/upcr.h>

/* On entry: ends the job for flags that are no combination of one UPC_IN_ and one UPC_OUT_ mode; waits for all threads
 * unless the entry mode is NOSYNC. `what` names the function. */
void upcr_coll_enter(int flags, const char *what);

/* Before return: waits for all threads unless the exit mode is NOSYNC. */
void upcr_coll_leave(int flags);

/* A barrier between the steps of one collective. */
void upcr_coll_step(void);

#endif
