/* SPDX-License-Identifier: Apache-2.0 */
/* Socket calls under names of the runtime's own: send, recv, connect and the like are names that
 * programs give to objects and functions of theirs, which in a static library's stead would be
 * called. */
#ifndef UPCR_BASE_SOCKETS_H
#define UPCR_BASE_SOCKETS_H

#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline ssize_t upcr_recv(int fd, void *to, size_t n, int flags) {
  return syscall(SYS_recvfrom, fd, to, n, flags, (void *)0, (void *)0);
}

static inline ssize_t upcr_send(int fd, const void *from, size_t n, int flags) {
  return syscall(SYS_sendto, fd, from, n, flags, (void *)0, 0);
}

static inline int upcr_socket(int family, int type, int protocol) {
  return (int)syscall(SYS_socket, family, type, protocol);
}

static inline int upcr_bind(int fd, const void *address, socklen_t n) {
  return (int)syscall(SYS_bind, fd, address, n);
}

static inline int upcr_listen(int fd, int waiting) { return (int)syscall(SYS_listen, fd, waiting); }

static inline int upcr_connect(int fd, const void *address, socklen_t n) {
  return (int)syscall(SYS_connect, fd, address, n);
}

#endif
