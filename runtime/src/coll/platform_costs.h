/* SPDX-License-Identifier: Apache-2.0 */
/* What the cost model (cost.h) knows of a simulated machine. */
#ifndef UPCR_COLL_PLATFORM_COSTS_H
#define UPCR_COLL_PLATFORM_COSTS_H

#include <stdio.h>

/* Prints the machine and its three levels, if they are a platform's; else nothing. */
void upcr_platform_costs_show(FILE *out);

#endif
