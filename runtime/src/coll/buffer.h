/* Buffers of the algorithms that move data through threads that do not want them (scatter and gather on trees). */
#ifndef UPCR_COLL_BUFFER_H
#define UPCR_COLL_BUFFER_H

#include "call.h"

/* n bytes of the calling thread's shared heap, aligned to 64. Kept, and given again, until a call wants more. n = 0: null.
 * Ends the job if there is no room, with what to ask for. */
upcr_pts_t upcr_buffer(const struct upcr_call *call, size_t n);

/* The call needs the buffer no more: what is larger than UPCR_BUFFER_KEPT is given back. */
enum { UPCR_BUFFER_KEPT = 16 << 20 };
void upcr_buffer_done(void);

#endif
