/* Carries operations out. */
#ifndef UPCR_TEAM_ENGINE_H
#define UPCR_TEAM_ENGINE_H

#include "op.h"

/* Starts an operation whose steps are complete, does what can be done at once, waits for its end and frees it. */
void upcr_op_run(struct upcr_op *op);

/* The same without a look at what members do that let it wait: they may have left, and their areas with them. */
void upcr_op_run_quietly(struct upcr_op *op);

/* Starts it and gives the handle for upc_sync and upc_sync_attempt, which free it. */
unsigned long upcr_op_hand_out(struct upcr_op *op);

/* Waits until members have read all that operations of the team, which are complete, have lent them. */
void upcr_ops_take_back(struct upcx_team *team);

/* Goes on with the thread's operations as far as it can, for a call that may not have to wait. */
void upcr_ops_go_on(void);

#endif
