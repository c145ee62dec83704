/* SPDX-License-Identifier: Apache-2.0 */
/* The processor of a simulated job. One of its threads runs at a time, and a thread that wakes on
 * the processor of the one that sleeps runs several times sooner than on another. So all threads
 * share a processor, which changes if other programs use it. A move costs each thread a migration,
 * so moves are rare in jobs of many threads. UPC_BIND=none leaves the system to place each thread.
 */
#ifndef UPCR_SIM_PROCESSOR_H
#define UPCR_SIM_PROCESSOR_H

/* Binds the calling pthread. The job's threads, which it starts after the call, inherit this. */
void upcr_sim_processor_choose(int threads);

/* Call by the thread with the baton, after each switch to it. */
void upcr_sim_processor_keep(void);

#endif
