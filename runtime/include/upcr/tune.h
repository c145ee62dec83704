/* SPDX-License-Identifier: Apache-2.0 */
/* The runtime's interface to upctune, which measures the algorithms of the collectives. Not for
 * programs: UPC_COLL forces algorithms there.
 *
 * Operations and algorithms go by the names of upcrun -show-coll; an operation that does not exist
 * has no algorithms. */
#ifndef UPCR_TUNE_H
#define UPCR_TUNE_H

#include <stddef.h>

/* Algorithm i (from 0) of the operation, or 0 past the last. */
const char *upcr_tune_algorithm(const char *operation, int i);

/* The algorithm with value i (from 0) of its parameter that is worth trying beside its own for
 * calls of so many bytes on these threads, "pull_knomial:8", to name[size]: 0; or -1 past the last.
 * Names with a parameter serve wherever an algorithm is named below. */
int upcr_tune_variant(const char *operation, const char *algorithm, int i, size_t nbytes,
                      char *name, size_t size);

/* Can it serve calls of so many bytes on these threads? nbytes counts as in select.def. */
int upcr_tune_fits(const char *operation, const char *algorithm, size_t nbytes);

/* The calling thread's further calls of the operation are served by the algorithm, 0: by the one
 * that is chosen. Every thread calls it with the same arguments, before a barrier and after one. */
void upcr_tune_force(const char *operation, const char *algorithm);

/* The name of what would serve such a call; flags: UPC_IN_*SYNC | UPC_OUT_*SYNC. */
const char *upcr_tune_choice(const char *operation, size_t nbytes, int flags);

/* Nanoseconds that the cost model predicts for a round of such calls on these threads
 * (coll/cost_node.c; of a simulated machine coll/cost.c); below 0: it does not describe the
 * algorithm. */
double upcr_tune_predicted(const char *operation, const char *algorithm, size_t nbytes, int flags);

/* The model goes by this value, above 0, of a parameter of coll/costs.def from now on, in the
 * calling process. 0; -1: there is none of that name. */
int upcr_tune_cost(const char *name, double value);

/* Threads that the machine can have at most: of a simulated one the cores of all its nodes. 0: any
 * number. */
long upcr_tune_threads_most(void);

/* How far the thread is from the calling one: 0 in its NUMA region, 1 on its node, 2 elsewhere. */
int upcr_tune_level(int thread);

/* Where the table of this machine, or of the job's simulated one, belongs, to path[n]: 0, or -1
 * where the user has no folder for settings. */
int upcr_tune_path(char *path, size_t n);

/* Prints the lines that a table of this machine begins with. */
void upcr_tune_print_head(void);

#endif
