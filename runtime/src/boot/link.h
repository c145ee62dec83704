/* SPDX-License-Identifier: Apache-2.0 */
/* A connection between two supervisors: messages, each of a kind and some bytes, in order. Nothing
 * blocks: bytes that cannot be sent now are queued until the supervisor's loop finds room. */
#ifndef UPCR_BOOT_LINK_H
#define UPCR_BOOT_LINK_H

#include <stddef.h>
#include <stdint.h>

struct upcr_link {
  int fd;         /* a stream socket, -1: closed */
  char *in, *out; /* received bytes of an incomplete message; bytes to send */
  size_t in_len, in_room, out_start, out_len, out_room;
};

/* Takes over a connected socket. */
void upcr_link_open(struct upcr_link *link, int fd);

/* Sends queued bytes for at most `milliseconds`, and closes. */
void upcr_link_close(struct upcr_link *link, int milliseconds);

/* Appends a message; on a closed link it is dropped. */
void upcr_link_send(struct upcr_link *link, uint32_t kind, const void *bytes, size_t n);

/* Sends as much as possible without blocking. */
void upcr_link_flush(struct upcr_link *link);

/* Called for each message; the bytes are the link's. */
typedef void upcr_link_message(void *arg, uint32_t kind, const char *bytes, size_t n);

/* Reads what is there and hands over all whole messages. Returns 0, or -1 once the other side has
 * closed: then all that it sent has been handed over, and the link is closed. */
int upcr_link_read(struct upcr_link *link, upcr_link_message *take, void *arg);

#endif
