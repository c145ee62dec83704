/* Data from thread to thread through the receiver's buffer, a packet at a time: how GMTU sends messages (5.2 of its report).
 *
 * The receiver says in a letter where its buffer is, which is its leave to fill it; the sender puts a packet there and signals;
 * the receiver copies it to where it belongs before it says so again. So nobody touches a buffer, or another thread's data,
 * before that thread has entered the call, nor after it has left it: MYSYNC asks for no more. */
#ifndef UPCR_COLL_PACKETS_H
#define UPCR_COLL_PACKETS_H

#include "register.h"

/* How long packets are: the fixed buffer's length, or all n bytes where the buffer is made for the call. At least 1. */
size_t upcr_packet_bytes(const struct upcr_algorithm *algorithm, size_t n);

/* Bytes of the receiver's buffer: what `room` of register.h wants. For messages of nbytes, of THREADS * nbytes to all threads or
 * to the root alone; the fixed length in any case where the buffer is not made for the call. */
upcr_room_function upcr_room_for_block, upcr_room_for_all, upcr_room_of_root;

/* n bytes from src of the caller to thread `to`, and from thread `from` to the caller's dst. */
void upcr_send_packets(const struct upcr_call *call, int to, upcr_pts_t src, size_t n, size_t packet);
void upcr_receive_packets(const struct upcr_call *call, int from, upcr_pts_t dst, size_t n, size_t packet);

/* Both at once. */
void upcr_shift_packets(const struct upcr_call *call, int to, upcr_pts_t src, int from, upcr_pts_t dst, size_t n,
                        size_t packet);

#endif
