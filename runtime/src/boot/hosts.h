/* SPDX-License-Identifier: Apache-2.0 */
/* A job whose nodes are on several hosts: how the processes that a launcher started become its
 * supervisors.
 *
 * Either the launcher started one process a node (upcrun), or one for each UPC thread (srun -n 8
 * ./prog). In the second case the first process of a host becomes the supervisor of its node and
 * starts the threads. The others are spare: their processors belong to the job, and they end when
 * the job ends (spare.h). */
#ifndef UPCR_BOOT_HOSTS_H
#define UPCR_BOOT_HOSTS_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "link.h"

/* True if a launcher started this process together with others for one job. Ends the program with a
 * message if the launcher does not answer. Call before the settings are read. */
int upcr_hosts_find(int by_upcrun);

/* Collective: finds the host of each rank. Sets the number of threads, of nodes, and of threads of
 * each node in upcr_settings from the launcher's processes; ends the job with a message if the
 * command line contradicts them. */
void upcr_hosts_meet(void);

/* After the layout is made: this process's node. Does not return in a spare process. */
void upcr_hosts_take_place(void);

/* True if the job's processes are on several hosts. */
int upcr_hosts_joined(void);

/* Connects the supervisors. `fds` of the hub: [UPCR_HUB_CHANNELS * (nodes - 1)], by node (hub.h);
 * of another: its own. */
void upcr_hosts_connect(int *fds);

/* The least memory in bytes that any host can give a thread of its node. After the layout is made.
 */
uint64_t upcr_hosts_thread_memory(void);

/* True if the threads of a host are more than its processors, which may be those of other hosts
 * too, if hosts are containers of one machine. All nodes get the same answer. */
int upcr_hosts_are_oversubscribed(void);

/* The name of a node's host, "" if no launcher started it; that of this process's host, "" if the
 * job runs on one. */
const char *upcr_hosts_name(int node);
const char *upcr_hosts_own_name(void);

/* False in all processes but one of those that a launcher started. */
bool upcr_hosts_speaks(void);

/* For the supervisor's loop: the descriptors of the launcher and of the spare processes. */
int upcr_hosts_fds(void);
int upcr_hosts_wait_set(struct pollfd *fds);

/* The launcher's last order: a signal for the job, 0: none, -1: the launcher or a spare process is
 * gone. */
int upcr_hosts_heard(void);

/* Before the supervisor ends: with this status. */
void upcr_hosts_finish(int status);

/* In a joined job: ends it with `why`. Until the supervisors connect, a reason that all ranks have
 * is printed once, another with the names of its hosts. */
_Noreturn void upcr_hosts_refuse(const char *why);

#endif
