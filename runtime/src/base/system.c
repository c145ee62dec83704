/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "system.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* struct sched_attr of sched_setattr(2), which has no header in the C library. */
struct scheduling {
  uint32_t size, policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t slice; /* ns; 0 on systems on which ordinary processes have none of their own */
  uint64_t deadline, period;
  uint32_t least, most;
};

enum { SLICE = 100000, /* ns: the shortest that Linux grants */ ORDINARY = 0 /* SCHED_OTHER */ };

void upcr_shorten_time_slices(void) {
  struct scheduling s = {.size = sizeof s};
  int saved = errno;
  if (syscall(SYS_sched_getattr, 0, &s, (unsigned)sizeof s, 0u) == 0 && s.policy == ORDINARY &&
      s.slice > SLICE) {
    s.slice = SLICE;
    syscall(SYS_sched_setattr, 0, &s, 0u);
  }
  errno = saved;
}

enum { PATH_BYTES = 4352 };

uint64_t upcr_number_in(const char *folder, const char *file) {
  char path[PATH_BYTES], text[64];
  uint64_t value = UINT64_MAX;
  if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, file) >= sizeof path)
    return value;
  FILE *in = fopen(path, "re");
  if (!in)
    return value;
  if (fgets(text, sizeof text, in) && text[0] >= '0' && text[0] <= '9')
    value = strtoull(text, 0, 10);
  fclose(in);
  return value;
}

static uint64_t least_upwards(const char *mount, char *group,
                              uint64_t (*limit_in)(const char *folder)) {
  uint64_t least = UINT64_MAX;
  for (;;) {
    char folder[PATH_BYTES];
    if ((size_t)snprintf(folder, sizeof folder, "%s%s", mount, group) < sizeof folder) {
      uint64_t limit = limit_in(folder);
      if (limit < least)
        least = limit;
    }
    char *slash = strrchr(group, '/');
    if (!slash)
      return least;
    *slash = 0;
  }
}

/* A line of /proc/self/cgroup: "0::/group" (version 2) or "N:controller,...:/group". */
static uint64_t limit_of_line(char *line, const char *controller,
                              uint64_t (*limit_in)(const char *folder)) {
  line[strcspn(line, "\n")] = 0;
  char *controllers = strchr(line, ':');
  char *group = controllers ? strchr(++controllers, ':') : 0;
  if (!group)
    return UINT64_MAX;
  *group++ = 0;
  if (*controllers == 0)
    return least_upwards("/sys/fs/cgroup", group, limit_in);
  for (char *rest = 0, *name = strtok_r(controllers, ",", &rest); name;
       name = strtok_r(0, ",", &rest))
    if (strcmp(name, controller) == 0) {
      char mount[64];
      snprintf(mount, sizeof mount, "/sys/fs/cgroup/%s", controller);
      return least_upwards(mount, group, limit_in);
    }
  return UINT64_MAX;
}

uint64_t upcr_least_limit(const char *controller, uint64_t (*limit_in)(const char *folder)) {
  char line[PATH_BYTES];
  uint64_t least = UINT64_MAX;
  FILE *file = fopen("/proc/self/cgroup", "re");
  if (!file)
    return least;
  while (fgets(line, sizeof line, file)) {
    uint64_t limit = limit_of_line(line, controller, limit_in);
    if (limit < least)
      least = limit;
  }
  fclose(file);
  return least;
}

/* A counter: implies no memory ordering. */
static _Atomic int started;

static int create(void *(*run)(void *), const pthread_attr_t *attributes) {
  sigset_t all, before;
  pthread_t thread;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int why = pthread_create(&thread, attributes, run, 0);
  pthread_sigmask(SIG_SETMASK, &before, 0);
  return why;
}

int upcr_background_pthread(void *(*run)(void *), size_t stack_bytes) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (stack_bytes)
    pthread_attr_setstacksize(&attributes, stack_bytes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  /* Counted before it starts, so that no count of threads takes it for the program's. */
  atomic_fetch_add_explicit(&started, 1, memory_order_relaxed);
  int why = create(run, &attributes);
  if (why)
    atomic_fetch_sub_explicit(&started, 1, memory_order_relaxed);
  pthread_attr_destroy(&attributes);
  return why;
}

int upcr_background_pthreads(void) { return atomic_load_explicit(&started, memory_order_relaxed); }
