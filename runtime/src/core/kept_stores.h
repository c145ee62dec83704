/* SPDX-License-Identifier: Apache-2.0 */
/* Stores to far memory that a thread keeps in loops of which the compiler knows that they end
 * (kept_stores.c). Only upcr_kept_store and upcr_kept_let_pass take the lock of kept_pages.h. */
#ifndef UPCR_CORE_KEPT_STORES_H
#define UPCR_CORE_KEPT_STORES_H

#include <stdbool.h>
#include <stddef.h>
#include <upcr/upcr.h>

#include "kept_pages.h"

enum upcr_store_way {
  UPCR_STORE_KEPT,
  UPCR_STORE_SENT,  /* it must be sent */
  UPCR_STORE_PASSES /* it must be sent, and passes the kept stores till upcr_kept_end_pass; nothing
                       is kept of its page */
};

/* Keeps a store of n >= 1 bytes to p, which is far and checked, if it can. */
enum upcr_store_way upcr_kept_store(upcr_pts_t p, const void *src, size_t n);

/* Sends the kept stores. */
void upcr_kept_send_stores(void);

/* The same, because a page with some loses its place. */
void upcr_kept_make_room(void);

/* From here to upcr_kept_end_pass: a request for [p, p + n) is sent before the kept stores, if it
 * concerns none of their pages. */
void upcr_kept_let_pass(upcr_pts_t p, size_t n);
void upcr_kept_end_pass(void);

#endif
