/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives on values of `size` bytes, called by the macros of <bupc_collectivev.h>. `type` and
 * `op` are those of <upc_types.h>. */
#ifndef UPCR_VALUES_H
#define UPCR_VALUES_H

#include <stddef.h>

void upcr_allv_broadcast(void *value, size_t size, int root);
void upcr_allv_scatter(void *value, size_t size, int root, const void *rootsrc);
void *upcr_allv_gather(const void *value, size_t size, int root, void *rootdst);
void *upcr_allv_gather_all(const void *value, size_t size, void *dst);
void *upcr_allv_exchange(const void *src, size_t size, void *dst);
void upcr_allv_permute(void *value, size_t size, int tothread);
void upcr_allv_reduce(void *value, size_t size, int type, int op, int root);
void upcr_allv_reduce_all(void *value, size_t size, int type, int op);
void upcr_allv_prefix_reduce(void *value, size_t size, int type, int op);

#endif
