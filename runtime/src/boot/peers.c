/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "peers.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../net/far/far_start.h"
#include "hosts.h"
#include "hub.h"

struct upcr_peers upcr_peers;

static int *inlet[2], inlets[2]; /* the hub's that have not been taken yet, and how many */

static int same_file(int a, int b) {
  struct stat x, y;
  return fstat(a, &x) == 0 && fstat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static void make_pair(int ends[2]) {
  char task[64];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0)
    return;
  int why = errno;
  snprintf(task, sizeof task, "connect the supervisors of %d nodes", upcr_boot.layout.nodes);
  upcr_boot_refuse_files(task, why);
}

static void add_inlet(int which, int fd) {
  int *more = realloc(inlet[which], ((size_t)inlets[which] + 1) * sizeof *more);
  if (!more)
    upcr_boot_refuse("out of memory: the output of %d nodes", upcr_boot.layout.nodes);
  inlet[which] = more;
  more[inlets[which]++] = fd;
}

int upcr_peers_take_inlet(int which) { return inlets[which] ? inlet[which][--inlets[which]] : -1; }

/* The other nodes' standard output (0) and error (1): ends[0] is the hub's. */
static void open_inlets(int ends[2][2]) {
  int one = same_file(STDOUT_FILENO, STDERR_FILENO), on = 1;
  for (int i = 0; i < 2 - one; i++) {
    make_pair(ends[i]);
    setsockopt(ends[i][0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
  }
  if (one)
    memcpy(ends[1], ends[0], sizeof ends[1]);
  add_inlet(0, ends[0][0]);
  if (!one)
    add_inlet(1, ends[1][0]);
}

static void add_peer(int node, int fd) {
  upcr_peers.peer[upcr_peers.count] = (struct upcr_peer){.node = node};
  upcr_link_open(&upcr_peers.peer[upcr_peers.count++].link, fd);
}

static void become_node(int node, int fd, int ends[2][2], pid_t hub) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != hub)
    _exit(1);
  upcr_boot.layout.node = node;
  for (int i = 0; i < upcr_peers.count; i++)
    upcr_link_close(&upcr_peers.peer[i].link, 0);
  dup2(ends[0][1], STDOUT_FILENO);
  dup2(ends[1][1], STDERR_FILENO);
  for (int i = 0; i < 2; i++) {
    close(ends[i][0]);
    close(ends[i][1]);
  }
  inlets[0] = inlets[1] = 0;
  upcr_peers.count = 0;
  add_peer(0, fd);
}

/* The supervisors that a launcher started on their hosts. */
static void connect_hosts(void) {
  int others = upcr_is_hub() ? upcr_boot.layout.nodes - 1 : 1,
      *fds = calloc((size_t)others * UPCR_HUB_CHANNELS, sizeof *fds);
  upcr_peers.peer = calloc((size_t)others, sizeof *upcr_peers.peer);
  if (!fds || !upcr_peers.peer)
    upcr_boot_refuse("out of memory: %d nodes", upcr_boot.layout.nodes);
  upcr_hosts_connect(fds);
  for (int i = 0; i < others; i++) {
    add_peer(upcr_is_hub() ? i + 1 : 0, fds[i * UPCR_HUB_CHANNELS]);
    for (int which = 0; which < 2; which++) {
      int fd = fds[i * UPCR_HUB_CHANNELS + 1 + which];
      if (upcr_is_hub()) {
        add_inlet(which, fd);
        continue;
      }
      dup2(fd, STDOUT_FILENO + which);
      close(fd);
    }
  }
  free(fds);
}

static void start_here(void) {
  int ends[2][2], link[2];
  pid_t hub = getpid();
  upcr_peers.peer = calloc((size_t)upcr_boot.layout.nodes, sizeof *upcr_peers.peer);
  if (!upcr_peers.peer)
    upcr_boot_refuse("out of memory: %d nodes", upcr_boot.layout.nodes);
  open_inlets(ends);
  upcr_far_prepare(); /* once for all supervisors: libfabric reads the kernel's symbols, twice */
  for (int node = 1; node < upcr_boot.layout.nodes; node++) {
    make_pair(link);
    pid_t pid = fork();
    if (pid < 0)
      upcr_boot_refuse("cannot start the supervisor of node %d: %s (ulimit -u)", node,
                       strerror(errno));
    if (pid == 0) {
      close(link[0]);
      become_node(node, link[1], ends, hub);
      return;
    }
    close(link[1]);
    add_peer(node, link[0]);
  }
  close(ends[0][1]);
  if (ends[1][1] != ends[0][1])
    close(ends[1][1]);
}

void upcr_peers_connect(void) {
  if (upcr_hosts_joined())
    connect_hosts();
  else
    start_here();
}

void upcr_peers_leave(void) {
  for (int i = 0; i < upcr_peers.count; i++)
    if (upcr_peers.peer[i].link.fd >= 0)
      close(upcr_peers.peer[i].link.fd);
}

int upcr_peers_links(void) { return upcr_peers.count + upcr_hosts_fds(); }

int upcr_peers_wait_set(struct pollfd *fds) {
  int n = upcr_hosts_wait_set(fds);
  for (int i = 0; i < upcr_peers.count; i++) {
    const struct upcr_link *link = &upcr_peers.peer[i].link;
    if (link->fd >= 0)
      fds[n++] = (struct pollfd){.fd = link->fd,
                                 .events = (short)(POLLIN | (link->out_len ? POLLOUT : 0))};
  }
  return n;
}

void upcr_peers_send_all(uint32_t kind, const void *bytes, size_t n) {
  for (int i = 0; i < upcr_peers.count; i++)
    upcr_link_send(&upcr_peers.peer[i].link, kind, bytes, n);
}
