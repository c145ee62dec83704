/* SPDX-License-Identifier: Apache-2.0 */
/* Costs of a simulated machine, for the cost model (cost.h). */
#ifndef UPCR_COLL_PLATFORM_COSTS_H
#define UPCR_COLL_PLATFORM_COSTS_H

#include <stdio.h>

/* Prints the machine and its three levels, if they are a platform's; else nothing. */
void upcr_platform_costs_show(FILE *out);

#endif
