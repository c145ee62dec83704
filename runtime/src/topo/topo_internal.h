/* SPDX-License-Identifier: Apache-2.0 */
/* Steps of upcr_topo_create. */
#ifndef UPCR_TOPO_INTERNAL_H
#define UPCR_TOPO_INTERNAL_H

#include "topo.h"

/* binding.c: reads UPC_BIND: a policy's name, or a list. */
enum upcr_bind_policy upcr_topo_read_policy(const char *text);

/* binding.c: places the threads on topo->machine by topo->policy: fills set, sets, set_of,
 * processor_of. Returns 0, or -1 after writing why to err[errlen]. */
int upcr_topo_assign(struct upcr_topo *topo, const char *list, char *err, size_t errlen);

/* groups.c: the node of a thread, 0 if there is one node; and the first thread of its group in the
 * node that shares memory. */
int upcr_topo_node_of(const struct upcr_topo *topo, int thread);
int upcr_topo_first_near(const struct upcr_topo *topo, int thread);

/* groups.c: fills topo->position and groups from the places. Returns 0, or -1 if memory runs out.
 */
int upcr_topo_group(struct upcr_topo *topo);

/* start_processors.c: fills topo->begins_on. Returns 0, or -1 if memory runs out. */
int upcr_topo_find_start_processors(struct upcr_topo *topo, const struct upcr_topo_config *config);

#endif
