/* SPDX-License-Identifier: Apache-2.0 */
/* Socket calls as system calls: a program may define functions called send, recv or connect, which
 * the static library would then call, or shared objects of such names. */
#ifndef UPCR_BASE_SOCKETS_H
#define UPCR_BASE_SOCKETS_H

#include <stddef.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
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

static inline int upcr_accept(int fd, int flags) {
  return (int)syscall(SYS_accept4, fd, (void *)0, (void *)0, flags);
}

static inline ssize_t upcr_sendmsg(int fd, const struct msghdr *message, int flags) {
  return syscall(SYS_sendmsg, fd, message, flags);
}

static inline ssize_t upcr_readv(int fd, const struct iovec *parts, int count) {
  return syscall(SYS_readv, fd, parts, count);
}

static inline int upcr_getsockname(int fd, void *address, socklen_t *n) {
  return (int)syscall(SYS_getsockname, fd, address, n);
}

#endif
