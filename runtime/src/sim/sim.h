/* SPDX-License-Identifier: Apache-2.0 */
/* Simulated jobs: UPC_SIM (upcrun -sim). All UPC threads are pthreads of one process; their order
 * and the time that passes are those of a simulated machine.
 *
 *   platform.c   the machine, from a file
 *   scheduler.c  clocks, the baton, events
 *   model.c      what moving data costs
 *   transport.c  requests between nodes: the transport of a simulated job
 *   waits.c      waits, wakes, copies and barriers within the job (base/simulated.h) */
#ifndef UPCR_SIM_SIM_H
#define UPCR_SIM_SIM_H

#include <stddef.h>
#include <stdint.h>

#include "../net/net.h"

/* Reads the platform that `text` names (platform.h). *topology becomes what UPC_TOPOLOGY says of
 * it for `threads` threads. Returns 0, or -1 after writing why to err[errlen]. */
int upcr_sim_prepare(const char *text, int threads, const char **topology, char *err,
                     size_t errlen);

/* After upcr_topo_create, before the job's process is forked: the job is simulated from now on.
 * Returns 0, or -1 after writing why to err[errlen]. */
int upcr_sim_start(int threads, char *err, size_t errlen);

extern const struct upcr_net upcr_net_sim;

/* Prepares the transport, before the threads start. Returns 0, or -1 where memory runs out. */
int upcr_sim_transport_create(int threads);

/* The calling thread begins or ends a step of the program's own: what it has computed since the
 * last is charged, if UPC_SIM_COMPUTE asks for it. */
void upcr_sim_charge_computing(void);

#endif
