/* SPDX-License-Identifier: Apache-2.0 */
/* Standard input, output and error of the processes, and the C library's buffers for them. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <unistd.h>

#include "../base/wait.h"
#include "boot.h"

/* A closed descriptor gets /dev/null in the direction that cannot be used, so that reads and writes
 * fail as before (EBADF) and no file of the runtime lands on 0, 1 or 2. */
void upcr_boot_guard_stdio(void) {
  for (int fd = 0; fd <= 2; fd++) {
    if (fcntl(fd, F_GETFD) >= 0)
      continue;
    int null = open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
    if (null >= 0 && null != fd) {
      dup2(null, fd);
      close(null);
    }
  }
}

static int keeps_stdin(int p) {
  const struct upcr_boot_layout *layout = &upcr_boot.layout;
  return layout->stdin_thread == UPCR_STDIN_ALL ||
         (layout->stdin_thread >= 0 && upcr_boot_process_of(layout, layout->stdin_thread) == p);
}

void upcr_boot_redirect(int p, const int out[2]) {
  for (int i = 0; i < 2; i++)
    if (out[i] >= 0)
      dup2(out[i], STDOUT_FILENO + i);
  if (out[0] >= 0)
    close(out[0]);
  if (out[1] >= 0 && out[1] != out[0])
    close(out[1]);
  if (keeps_stdin(p))
    return;
  int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (null >= 0) {
    dup2(null, STDIN_FILENO);
    close(null);
  }
}

/* Fields of glibc's FILE: <stdio.h> has no names for them. */
int upcr_boot_is_pending_output(const void *at) {
  return (const char *)at >= stdout->_IO_write_base && (const char *)at < stdout->_IO_write_ptr;
}

static int stdout_pending(void) { return __fpending(stdout) > 0; }

/* Before a sleep in the runtime: a prompt appears. A stream that another pthread is using will be
 * flushed by that one. */
static void flush_prompt(void) {
  if (!stdout_pending() || ftrylockfile(stdout) != 0)
    return;
  if (stdout_pending())
    fflush_unlocked(stdout);
  funlockfile(stdout);
}

/* Line-buffered standard input makes the C library flush a pending prompt of standard output before
 * it reads. */
void upcr_boot_buffer_stdio(void) {
  setvbuf(stdout, 0, _IOLBF, 0);
  setvbuf(stdin, 0, _IOLBF, 0);
  upcr_before_first_sleep = flush_prompt;
}

/* fflush(0) locks every stream; one that a pthread blocked in a read of standard input holds would
 * stop it for good. */
void upcr_boot_flush(void) {
  if (ftrylockfile(stdin) == 0) {
    funlockfile(stdin);
    fflush(0);
    return;
  }
  flush_prompt();
}
