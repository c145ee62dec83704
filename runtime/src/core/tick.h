/* SPDX-License-Identifier: Apache-2.0 */
/* One clock for the nodes of a job: that of node 0's host. */
#ifndef UPCR_CORE_TICK_H
#define UPCR_CORE_TICK_H

/* Once a process, before its threads start. */
void upcr_ticks_start(void);

/* Each thread, before the barrier at the start: finds how far the clock of this node's host is
 * from that of node 0's. */
void upcr_ticks_measure(void);

/* By the last thread of the node that comes to a barrier, one barrier after the other: measures
 * anew when the last measurement is old. */
void upcr_ticks_keep(void);

#endif
