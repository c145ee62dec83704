/* SPDX-License-Identifier: Apache-2.0 */
/* The runtime's interface to upctune, which measures the algorithms of the collectives. Not for
 * programs: UPC_COLL forces algorithms there.
 *
 * Operations and algorithms have the names of upcrun -show-coll; an unknown operation has no
 * algorithms. */
#ifndef UPCR_TUNE_H
#define UPCR_TUNE_H

#include <stddef.h>

/* Algorithm i (from 0) of the operation, or 0 past the last. */
const char *upcr_tune_algorithm(const char *operation, int i);

/* Writes the algorithm with the i-th (from 0) alternative value of its parameter for calls of this
 * many bytes on these threads, "pull_knomial:8", to name[size]. Returns 0; -1 past the last. Such
 * names are valid wherever an algorithm is named below. */
int upcr_tune_variant(const char *operation, const char *algorithm, int i, size_t nbytes,
                      char *name, size_t size);

/* True if it can serve calls of this many bytes on these threads. nbytes counts as in
 * select.def. */
int upcr_tune_fits(const char *operation, const char *algorithm, size_t nbytes);

/* Makes the algorithm serve the calling thread's further calls of the operation; 0: the selected
 * one. Every thread calls it with the same arguments, before a barrier and after one. */
void upcr_tune_force(const char *operation, const char *algorithm);

/* The name of the algorithm that would serve such a call; flags: UPC_IN_*SYNC | UPC_OUT_*SYNC. */
const char *upcr_tune_choice(const char *operation, size_t nbytes, int flags);

/* Nanoseconds that the cost model predicts for a round of such calls on these threads
 * (coll/choice/cost_node.c; on a simulated machine cost.c); below 0: the model does not describe
 * the algorithm. */
double upcr_tune_predicted(const char *operation, const char *algorithm, size_t nbytes, int flags);

/* Sets a parameter of coll/choice/costs.def above 0 in the calling process's model. Returns 0;
 * -1: there is no such parameter. */
int upcr_tune_cost(const char *name, double value);

/* The most threads of the machine: for a simulated one the cores of all its nodes. 0: no limit. */
long upcr_tune_threads_most(void);

/* The distance of a thread from the calling one: 0 in its NUMA region, 1 on its node, 2
 * elsewhere. */
int upcr_tune_level(int thread);

/* Writes the path of the table of this machine, or of the job's simulated one, to path[n]. Returns
 * 0, or -1 if the user has no folder for settings. */
int upcr_tune_path(char *path, size_t n);

/* Prints the lines that a table of this machine begins with. */
void upcr_tune_print_head(void);

#endif
