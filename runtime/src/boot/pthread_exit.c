/* SPDX-License-Identifier: Apache-2.0 */
/* UPC threads that end by pthread_exit. */
#define _GNU_SOURCE
#include <dirent.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <time.h>

#include "../base/system.h"
#include "../base/log.h"
#include "boot.h"

/* The key's value counts the rounds in which the C library calls destructors. By the last round but
 * one those of the program have run; in the last one sanitizers free what they keep of the pthread.
 */
enum { ROUNDS = PTHREAD_DESTRUCTOR_ITERATIONS - 1 };
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void destroyed(void *rounds) {
  intptr_t left = (intptr_t)rounds - 1;
  if (left > 0)
    pthread_setspecific(key, (void *)left);
  else
    upcr_boot_left_by_pthread_exit();
}

static void make_key(void) {
  if (pthread_key_create(&key, destroyed) != 0)
    upcr_fatal("no key for thread-specific data is left (%d): the program's constructors took all",
               PTHREAD_KEYS_MAX);
}

void upcr_boot_watch_pthread_exit(void) {
  pthread_once(&once, make_key);
  pthread_setspecific(key, (void *)(intptr_t)ROUNDS);
}

void upcr_boot_unwatch_pthread_exit(void) { pthread_setspecific(key, 0); }

/* The kernel's count of threads of this process; -1: unknown. */
static int count_threads(void) {
  DIR *tasks = opendir("/proc/self/task");
  int n = 0;
  if (!tasks)
    return -1;
  for (const struct dirent *task; (task = readdir(tasks));)
    n += task->d_name[0] != '.';
  closedir(tasks);
  return n;
}

/* ThreadSanitizer has a pthread of its own: from the program's first one on, or from a fork. */
extern void __tsan_init(void) __attribute__((weak));

/* No event reports the end of a pthread that others started: poll at growing intervals. */
int upcr_boot_wait_for_own_pthreads(void) {
  struct timespec nap = {.tv_nsec = 100 * 1000};
  while (count_threads() > 1 + upcr_background_pthreads() + (__tsan_init != 0)) {
    nanosleep(&nap, 0);
    if (nap.tv_nsec < 10 * 1000 * 1000)
      nap.tv_nsec *= 2;
  }
  return count_threads() < 0 ? -1 : 0;
}
