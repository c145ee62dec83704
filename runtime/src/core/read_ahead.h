/* SPDX-License-Identifier: Apache-2.0 */
/* Relaxed reads of far memory: whole lines are read, and kept until the thread synchronises. */
#ifndef UPCR_CORE_READ_AHEAD_H
#define UPCR_CORE_READ_AHEAD_H

#include <stddef.h>
#include <upcr/upcr.h>

/* In upcr_now.far_relaxed while the thread may keep lines. The transports have the bits below
 * (net/net.h). */
enum { UPCR_LINES_KEPT = 4 };

/* Reads n bytes (1 to 8) at p, which is far and checked, into dst. */
void upcr_read_ahead(void *dst, upcr_pts_t p, size_t n);

/* The thread has written n bytes to p, far: what is kept of them is so, too. */
void upcr_kept_write(upcr_pts_t p, const void *src, size_t n);

/* The thread changes n bytes at p, far, in another way: they are forgotten. */
void upcr_kept_drop(upcr_pts_t p, size_t n);

/* Forgets all lines: the thread synchronises, or has changed far memory in another way. */
void upcr_kept_forget(void);

#endif
