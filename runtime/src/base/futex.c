/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "futex.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void upcr_futex_wait(_Atomic uint32_t *word, uint32_t seen) {
  const struct timespec longest = {.tv_nsec = 250000000};
  int saved = errno;
  syscall(SYS_futex, word, FUTEX_WAIT, seen, &longest, (void *)0, 0);
  errno = saved;
}

void upcr_futex_wake(_Atomic uint32_t *word) {
  int saved = errno;
  syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, (void *)0, (void *)0, 0);
  errno = saved;
}

void upcr_futex_sleep(_Atomic uint32_t *word, uint32_t seen) {
  int saved = errno;
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, seen, (void *)0, (void *)0, 0);
  errno = saved;
}

void upcr_futex_rouse(_Atomic uint32_t *word) {
  int saved = errno;
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, (void *)0, (void *)0, 0);
  errno = saved;
}
