/* SPDX-License-Identifier: Apache-2.0 */
/* The start of a job calls these functions of the collectives, a layer above (coll/register.c). */
#ifndef UPCR_BOOT_COLLECTIVES_H
#define UPCR_BOOT_COLLECTIVES_H

#include <stddef.h>
#include <stdio.h>

/* Forces algorithms: "operation:algorithm,...". Returns 0, or -1 after writing the error and the
 * valid names to err[errlen]. */
int upcr_coll_force(const char *list, char *err, size_t errlen);

/* Reads the table of measured choices (coll/choice/table.h) for a job on this machine with so many
 * processors: `setting` is UPC_COLL_TABLE; `simulated`: the topology is simulated (UPC_TOPOLOGY),
 * so no table applies. Called once, before the processes of the job are forked, which inherit the
 * table. If the table cannot be used, warns once, and the shipped rules choose. */
void upcr_coll_table_load(const char *setting, int processors, int simulated);

/* The job runs on this simulated machine, with so many threads: its table or its costs choose.
 * Before upcr_coll_table_load. */
struct upcr_platform;
void upcr_coll_use_platform(const struct upcr_platform *platform, int threads);

/* A digest that is equal on hosts that choose by the same costs. If the hosts differ, all use the
 * library's costs (coll/choice/costs.def). After upcr_coll_table_load, before the threads start. */
unsigned upcr_coll_costs_digest(void);
void upcr_coll_costs_reset(void);

/* Prints the origin of the choices, and all algorithms with their uses. */
void upcr_coll_show(FILE *out);

#endif
