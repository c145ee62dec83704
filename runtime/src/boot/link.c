/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "link.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bootstrap/io.h"

#include "boot.h"

enum { LOWEST_OWN_FD = 64, READ_BYTES = 64 << 10 };

struct head {
  uint32_t kind, bytes;
};

/* A number that programs do not expect their first file to have. */
void upcr_link_open(struct upcr_link *link, int fd) {
  int high = fcntl(fd, F_DUPFD_CLOEXEC, LOWEST_OWN_FD);
  *link = (struct upcr_link){.fd = high < 0 ? fd : high};
  if (high >= 0)
    close(fd);
  fcntl(link->fd, F_SETFL, fcntl(link->fd, F_GETFL) | O_NONBLOCK);
}

static void close_now(struct upcr_link *link) {
  if (link->fd >= 0)
    close(link->fd);
  free(link->in);
  free(link->out);
  *link = (struct upcr_link){.fd = -1};
}

void upcr_link_close(struct upcr_link *link, int milliseconds) {
  for (int waited = 0; link->fd >= 0 && link->out_len > 0 && waited < milliseconds; waited += 10) {
    struct pollfd room = {.fd = link->fd, .events = POLLOUT};
    poll(&room, 1, 10);
    upcr_link_flush(link);
  }
  close_now(link);
}

/* Makes room for n more bytes behind *len. */
static char *grow(char **buffer, size_t len, size_t *room, size_t n) {
  if (len + n > *room) {
    size_t more = (len + n) * 2;
    char *larger = realloc(*buffer, more);
    if (!larger)
      upcr_boot_refuse("out of memory: %zu bytes between the nodes' supervisors", more);
    *buffer = larger;
    *room = more;
  }
  return *buffer + len;
}

void upcr_link_flush(struct upcr_link *link) {
  while (link->fd >= 0 && link->out_len > 0) {
    ssize_t n = upcr_send(link->fd, link->out + link->out_start, link->out_len,
                          MSG_DONTWAIT | MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0 && errno != EAGAIN)
      link->out_len = 0; /* the other side is gone; the next read reports it */
    if (n <= 0)
      break;
    link->out_start += (size_t)n;
    link->out_len -= (size_t)n;
  }
  if (link->out_len == 0)
    link->out_start = 0;
}

void upcr_link_send(struct upcr_link *link, uint32_t kind, const void *bytes, size_t n) {
  struct head head = {kind, (uint32_t)n};
  if (link->fd < 0)
    return;
  if (link->out_start > 0) {
    memmove(link->out, link->out + link->out_start, link->out_len);
    link->out_start = 0;
  }
  char *end = grow(&link->out, link->out_len, &link->out_room, sizeof head + n);
  memcpy(end, &head, sizeof head);
  if (n)
    memcpy(end + sizeof head, bytes, n);
  link->out_len += sizeof head + n;
  upcr_link_flush(link);
}

static void hand_over(struct upcr_link *link, upcr_link_message *take, void *arg) {
  struct head head;
  size_t done = 0;
  while (link->in_len - done >= sizeof head) {
    memcpy(&head, link->in + done, sizeof head);
    if (link->in_len - done - sizeof head < head.bytes)
      break;
    take(arg, head.kind, link->in + done + sizeof head, head.bytes);
    done += sizeof head + head.bytes;
  }
  link->in_len -= done;
  if (link->in_len && done)
    memmove(link->in, link->in + done, link->in_len);
}

int upcr_link_read(struct upcr_link *link, upcr_link_message *take, void *arg) {
  while (link->fd >= 0) {
    char *end = grow(&link->in, link->in_len, &link->in_room, READ_BYTES);
    ssize_t n = upcr_recv(link->fd, end, READ_BYTES, MSG_DONTWAIT);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0 && errno == EAGAIN)
      break;
    if (n <= 0) {
      close_now(link);
      return -1;
    }
    link->in_len += (size_t)n;
    hand_over(link, take, arg);
  }
  return link->fd < 0 ? -1 : 0;
}
