/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "background_pthread.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

/* A number alone: orders nothing. */
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
