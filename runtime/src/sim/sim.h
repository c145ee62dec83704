/* SPDX-License-Identifier: Apache-2.0 */
/* Simulated jobs: UPC_SIM (upcrun -sim). All UPC threads are pthreads of one process; their order
 * and their clocks are those of a simulated machine.
 *
 *   platform.c   the machine, from a file
 *   scheduler.c  clocks, the baton, events
 *   processor.c  the processor on which the threads take turns
 *   transfer_costs.c  what moving data costs
 *   transport.c  requests between nodes: the transport of a simulated job
 *   waits.c      waits, wakes, copies and barriers within the job (base/simulated.h) */
#ifndef UPCR_SIM_SIM_H
#define UPCR_SIM_SIM_H

#include <stddef.h>
#include <stdint.h>

#include "../net/net.h"

/* Reads the platform that `text` names (platform.h). Sets *topology to the value of UPC_TOPOLOGY
 * that describes it for `threads` threads. Returns 0, or -1 after writing why to err[errlen]. */
int upcr_sim_prepare(const char *text, int threads, const char **topology, char *err,
                     size_t errlen);

/* Makes the job a simulated one. Call after upcr_topo_create, before the job's process is forked.
 * Returns 0, or -1 after writing why to err[errlen]. */
int upcr_sim_start(int threads, char *err, size_t errlen);

extern const struct upcr_net upcr_net_sim;

/* Prepares the transport, before the threads start. Returns 0, or -1 where memory runs out. */
int upcr_sim_transport_create(int threads);

/* Call where the calling thread's own code begins or ends: charges the time computed since the last
 * call, if UPC_SIM_COMPUTE is set. */
void upcr_sim_charge_computing(void);

/* The processor of a simulated job. One of its threads runs at a time, and a thread that wakes on
 * the processor of the one that sleeps runs several times sooner than on another. So all threads
 * share a processor, which changes if other programs use it. A move costs each thread a migration,
 * so moves are rare in jobs of many threads. UPC_BIND=none leaves the system to place each thread.
 */

/* Binds the calling pthread. The job's threads, which it starts after the call, inherit this. */
void upcr_sim_processor_choose(int threads);

/* Call by the thread with the baton, after each switch to it. */
void upcr_sim_processor_keep(void);

#endif
