/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "spare.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "bootstrap/io.h"
#include "../base/log.h"
#include "boot.h"

enum { SECONDS = 30 /* that processes of a host wait for each other */ };

static struct {
  int *fd; /* [count], -1: gone */
  int count;
} spares;

/* An abstract address, which leaves nothing in the file system. */
static socklen_t address_of(struct sockaddr_un *address, const char *name) {
  *address = (struct sockaddr_un){.sun_family = AF_UNIX};
  int n = snprintf(address->sun_path + 1, sizeof address->sun_path - 1, "%s", name);
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n);
}

static int make_name(char name[UPCR_SPARE_NAME]) {
  unsigned char random[8];
  if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random)
    return -1;
  int n = snprintf(name, UPCR_SPARE_NAME, "upc-job-%d-", (int)getpid());
  for (size_t i = 0; i < sizeof random; i++)
    n += snprintf(name + n, UPCR_SPARE_NAME - (size_t)n, "%02x", random[i]);
  return 0;
}

int upcr_spare_listen(int count, char name[UPCR_SPARE_NAME], char *err, size_t errlen) {
  struct sockaddr_un address;
  int fd = make_name(name) == 0 ? upcr_socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) : -1;
  socklen_t length = address_of(&address, name);
  if (fd >= 0 && upcr_bind(fd, (struct sockaddr *)&address, length) == 0 &&
      upcr_listen(fd, count) == 0)
    return fd;
  return upcr_fail(err, errlen,
                   "cannot listen for the other %d processes of the job on this host: %s", count,
                   strerror(errno));
}

int upcr_spare_accept(int listener, int count, char *err, size_t errlen) {
  int64_t deadline = upcr_bootstrap_deadline(SECONDS);
  spares.fd = calloc((size_t)count, sizeof *spares.fd);
  while (spares.fd && spares.count < count &&
         upcr_bootstrap_wait(listener, POLLIN, deadline) == 0) {
    int fd = accept4(listener, 0, 0, SOCK_CLOEXEC);
    if (fd >= 0)
      spares.fd[spares.count++] = fd;
  }
  close(listener);
  if (spares.count == count)
    return 0;
  return upcr_fail(
      err, errlen,
      "only %d of the %d other processes of the job on this host connected within %d s",
      spares.count, count, SECONDS);
}

/* Ignores the signals: the supervisor gets them too, and decides. */
static void leave_signals(void) {
  static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};
  for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
    signal(ending[i], SIG_IGN);
}

int upcr_spare_until_end(const char *name) {
  struct sockaddr_un address;
  socklen_t n = address_of(&address, name);
  int fd = upcr_socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  unsigned char status = 1;
  if (fd < 0 || upcr_connect(fd, (struct sockaddr *)&address, n) != 0)
    upcr_boot_refuse("cannot reach the first process of the job on this host: %s", strerror(errno));
  leave_signals();
  while (read(fd, &status, 1) < 0 && errno == EINTR)
    ;
  return status;
}

int upcr_spare_wait_set(struct pollfd *fds) {
  int n = 0;
  for (int i = 0; i < spares.count; i++)
    if (spares.fd[i] >= 0)
      fds[n++] = (struct pollfd){.fd = spares.fd[i], .events = POLLIN};
  return n;
}

/* Spare processes never write, so a readable descriptor means that one has ended. */
int upcr_spare_lost(void) {
  char byte;
  for (int i = 0; i < spares.count; i++) {
    if (spares.fd[i] < 0 || upcr_recv(spares.fd[i], &byte, 1, MSG_DONTWAIT) != 0)
      continue;
    close(spares.fd[i]);
    spares.fd[i] = -1;
    return 1;
  }
  return 0;
}

void upcr_spare_finish(int status) {
  unsigned char byte = (unsigned char)status;
  for (int i = 0; i < spares.count; i++)
    if (spares.fd[i] >= 0 && upcr_send(spares.fd[i], &byte, 1, MSG_NOSIGNAL) < 0) {
      /* gone already */
    }
}
