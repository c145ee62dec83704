/* SPDX-License-Identifier: Apache-2.0 */
/* The control groups of this process (cgroups(7)), versions 1 and 2. */
#ifndef UPCR_BASE_CONTROL_GROUP_H
#define UPCR_BASE_CONTROL_GROUP_H

#include <stdint.h>

/* The least limit that holds for this process: `limit_in` gives that of one group, whose folder it
 * gets, UINT64_MAX where there is none. A limit holds for every group below, so the group of the
 * controller ("memory", "cpu") and all around it are asked, up to the root that this process sees.
 */
uint64_t upcr_least_limit(const char *controller, uint64_t (*limit_in)(const char *folder));

/* The number that the file of a group begins with, UINT64_MAX where there is none ("max" included).
 */
uint64_t upcr_number_in(const char *folder, const char *file);

#endif
