/* SPDX-License-Identifier: Apache-2.0 */
/* Signals and letters from thread to thread, near or far.
 *
 * Each ordered pair of threads has a channel, which counts. The k-th signal of s to r ends the k-th
 * wait of r for s: both make the same calls in the same order, and a call has the same signals
 * between them. So a signal that comes early waits in the count, no call needs to end before the
 * next begins, and nothing is reset. What the sender did before a signal, its puts to far memory
 * included, is done when the wait ends. */
#ifndef UPCR_COLL_CHANNEL_H
#define UPCR_COLL_CHANNEL_H

#include "../mem/collective_area.h"
#include "call.h"

void upcr_signal(const struct upcr_call *call, int to);
void upcr_wait_signal(const struct upcr_call *call, int from);

/* A signal that carries n <= UPCR_COLL_LETTER bytes. Waits until the letter before, of any call,
 * has been taken. */
void upcr_send_letter(const struct upcr_call *call, int to, const void *bytes, size_t n);
void upcr_take_letter(const struct upcr_call *call, int from, void *bytes, size_t n);

/* The same, where the receiver fetches the bytes from the sender's memory, which waits until it
 * has. */
void upcr_offer(const struct upcr_call *call, int to, const void *bytes, size_t n);
void upcr_fetch_offer(const struct upcr_call *call, int from, void *bytes, size_t n);

#endif
