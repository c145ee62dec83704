#define _GNU_SOURCE
#include "futex.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

void upcr_futex_wait(_Atomic uint32_t *word, uint32_t seen) {
  int saved = errno;
  syscall(SYS_futex, word, FUTEX_WAIT, seen, (void *)0, (void *)0, 0);
  errno = saved;
}

void upcr_futex_wake(_Atomic uint32_t *word) {
  int saved = errno;
  syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, (void *)0, (void *)0, 0);
  errno = saved;
}
