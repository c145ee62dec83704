/* SPDX-License-Identifier: Apache-2.0 */
/* Pthreads that carry out asynchronous transfers (UPC 7.8.7). */
#define _GNU_SOURCE
#include "operation.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../base/system.h"
#include "../net/net.h"

/* A file has one outstanding operation at a time, so more workers help only with many files or
 * threads. */
enum { MOST_WORKERS = 8, STACK_BYTES = 512 * 1024 };

/* Protected by `mutex`. `first` to `*last` is the queue of work; workers - busy pthreads wait for
 * work. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t something_to_do = PTHREAD_COND_INITIALIZER,
                      nothing_to_do = PTHREAD_COND_INITIALIZER;
static struct upcr_io_work *first, **last = &first;
static int workers, busy;

struct upcr_io_work *upcr_io_work_make(const struct upcr_io_transfer *transfer) {
  size_t memory = transfer->memory_entries * sizeof *transfer->memory,
         file = transfer->file_entries * sizeof *transfer->file;
  struct upcr_io_work *work = malloc(sizeof *work + memory + file);
  if (!work)
    return 0;
  *work = (struct upcr_io_work){.thread = upcr_self.mythread, .transfer = *transfer};
  char *lists = (char *)(work + 1);
  work->transfer.memory = memcpy(lists, transfer->memory, memory);
  work->transfer.file = memcpy(lists + memory, transfer->file, file);
  return work;
}

/* Reads `thread` first: once `done` is set the work may be freed. */
static void carry_out(struct upcr_io_work *work) {
  int thread = work->thread;
  work->result = upcr_io_move(&work->transfer);
  work->error = errno;
  atomic_store_explicit(&work->done, true,
                        memory_order_release); /* pairs with the acquire in upcr_io_work_done */
  upcr_net->wake(thread);
}

static struct upcr_io_work *take(void) {
  while (!first)
    pthread_cond_wait(&something_to_do, &mutex);
  struct upcr_io_work *work = first;
  first = work->next;
  if (!first)
    last = &first;
  return work;
}

static void *run(void *unused) {
  pthread_mutex_lock(&mutex);
  for (;;) {
    struct upcr_io_work *work = take();
    busy++;
    pthread_mutex_unlock(&mutex);
    carry_out(work);
    pthread_mutex_lock(&mutex);
    busy--;
    if (!first && busy == 0)
      pthread_cond_broadcast(&nothing_to_do);
  }
  return unused;
}

static bool start_worker(void) {
  bool started = upcr_background_pthread(run, STACK_BYTES) == 0;
  workers += started;
  return started;
}

bool upcr_io_background_start(struct upcr_io_work *work) {
  pthread_mutex_lock(&mutex);
  bool one_is_free = !first && busy < workers;
  bool taken = one_is_free || (workers < MOST_WORKERS && start_worker()) || workers > 0;
  if (taken) {
    work->next = 0;
    *last = work;
    last = &work->next;
    pthread_cond_signal(&something_to_do);
  }
  pthread_mutex_unlock(&mutex);
  return taken;
}

void upcr_io_background_drain(void) {
  pthread_mutex_lock(&mutex);
  while (first || busy > 0)
    pthread_cond_wait(&nothing_to_do, &mutex);
  pthread_mutex_unlock(&mutex);
}
