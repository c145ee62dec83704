/* SPDX-License-Identifier: Apache-2.0 */
/* Locks that the calling UPC thread took in checked code and has not given back there. */
#ifndef UPCR_CHECK_HELD_H
#define UPCR_CHECK_HELD_H

#include <stddef.h>
#include <upcr/upcr.h>

struct upcr_held {
  upcr_pts_t lock;
  struct upcr_site site; /* where it was taken */
};

/* The thread has taken the lock in the line that it is at; has given it back. */
void upcr_held_add(upcr_pts_t lock);
void upcr_held_drop(upcr_pts_t lock);

/* All of them, in no order; *n is their number. Code without checks may have given some back. */
const struct upcr_held *upcr_held_all(size_t *n);

/* At the thread's end. */
void upcr_held_forget(void);

#endif
