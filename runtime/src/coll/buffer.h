/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers of the algorithms that move data through threads that do not want them, or through
 * buffers on purpose. A thread has one, in its shared heap, and keeps it. An algorithm with buffers
 * runs only where every thread has the room that it wants. */
#ifndef UPCR_COLL_BUFFER_H
#define UPCR_COLL_BUFFER_H

#include "register.h"

/* Collective: makes room for what every thread wants in a call. False in all threads if one had
 * none: nothing that an earlier call relies on is changed then. */
bool upcr_buffer_reserve(const struct upcr_call *call);

/* Aligned to 64; null if the algorithm's `room` asked for no bytes. */
upcr_pts_t upcr_buffer(void);

/* The call needs the buffer no more: it is given back if it was made for this call alone
 * (UPCR_BUFFER_OF_CALL), or is larger than UPCR_BUFFER_KEPT. */
enum { UPCR_BUFFER_KEPT = 16 << 20 };
void upcr_buffer_done(const struct upcr_algorithm *algorithm);

#endif
