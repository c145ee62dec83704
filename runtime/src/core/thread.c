/* SPDX-License-Identifier: Apache-2.0 */
/* Life of a UPC thread: upcr_self, start and end. */
#define _GNU_SOURCE
#define UPCR_SETS_SELF
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../base/atomics.h"
#include "../base/instrument.h"
#include "../base/log.h"
#include "../base/simulated.h"
#include "../base/wait.h"
#include "../check/check.h"
#include "../check/handles.h"
#include "../mem/null_page.h"
#include "../mem/segment.h"
#include "../mem/statics.h"
#include "../net/far/far_start.h"
#include "../net/net.h"
#include "alloc.h"
#include "announce.h"
#include "barrier.h"
#include "library.h"
#include "lock.h"
#include "node_barrier.h"
#include "poll.h"
#include "status.h"
#include "tick.h"
#include "far_pieces.h"
#include "remote.h"

#ifdef __UPCR_PTHREADS__
__thread struct upcr_thread upcr_self __attribute__((tls_model("initial-exec")));
__thread struct upcr_thread_now upcr_now __attribute__((tls_model("initial-exec")));
#else
struct upcr_thread upcr_self;
struct upcr_thread_now upcr_now;
#endif
__thread struct upcr_counted upcr_counted __attribute__((tls_model("initial-exec")));

#if defined(__x86_64__)
unsigned char upcr_wide_moves;

/* Before main and before threads: read without synchronisation from then on. */
__attribute__((constructor)) static void choose_wide_moves(void) {
  __builtin_cpu_init();
  upcr_wide_moves = __builtin_cpu_supports("avx") != 0;
}
#endif

/* The threads [first, end) of the group of pshm_width threads of the node that `thread` is in. */
static void group_of(int thread, int *first, int *end) {
  const struct upcr_job_config *config = &upcr_job->config;
  *first = thread - (thread - config->first) % config->pshm_width;
  *end = config->pshm_width < config->end - *first ? *first + config->pshm_width : config->end;
}

/* Makes far segments inaccessible, so that an access that bypasses the transport faults. Does
 * nothing if threads of the process map different segments. */
static void close_far_segments(int first, int end) {
  if (upcr_job->config.pthreads_per_process > 1)
    return;
  const struct upcr_job_config *config = &upcr_job->config;
  size_t stride = upcr_job->segment_stride;
  if (first > config->first)
    mprotect(upcr_segment_base(config->first), (size_t)(first - config->first) * stride, PROT_NONE);
  if (end < config->end)
    mprotect(upcr_segment_base(end), (size_t)(config->end - end) * stride, PROT_NONE);
}

static char *const *make_segment_table(int thread) {
  int first, end;
  if (upcr_job->config.pshm_width == 0)
    return upcr_job->segment_table;
  char **table = calloc((size_t)upcr_job->config.threads, sizeof *table);
  if (!table)
    upcr_fatal("out of memory: the table of %d segments", upcr_job->config.threads);
  group_of(thread, &first, &end);
  for (int t = first; t < end; t++)
    table[t] = upcr_segment_entry(t);
  close_far_segments(first, end);
  return table;
}

/* Bytes from each segment to the next, where all are mapped; else -1. */
static long segments_apart(void) {
  const struct upcr_job_config *config = &upcr_job->config;
  bool near = config->pshm_width == 0 && config->end - config->first == config->threads;
  return near ? (long)upcr_job->segment_stride : -1;
}

static char *make_private_block(void) {
  size_t bytes = upcr_large_private_bytes();
  if (bytes == 0)
    return 0;
  char *block =
      mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED)
    upcr_fatal("%zu MB for the large private statics of a thread: %s", bytes >> 20,
               strerror(errno));
  return block;
}

static void (*notify_supervisor)(void); /* set before the process's threads start */

void upcr_notify_supervisor(void) {
  if (notify_supervisor)
    notify_supervisor();
}

void upcr_process_attach(int first, int count, void (*published)(void)) {
  notify_supervisor = published;
  upcr_node_barrier_start();
  upcr_status_start();
  upcr_update_start();
  upcr_far_pieces_start();
  upcr_announce_start();
  upcr_symmetric_start();
  upcr_ticks_start();
  upcr_check_start();
  if (upcr_has_nodes())
    upcr_far_start(first, count, published);
}

void upcr_thread_attach(int thread) {
  int threads = upcr_job->config.threads;
  char *const *map = make_segment_table(thread);
  upcr_self = (struct upcr_thread){
      .map = map,
      .mythread = thread,
      .threads = threads,
      .recip = ~0ul / (unsigned long)threads,
      .priv = make_private_block(),
      .apart = segments_apart(),
      .first = map[0],
  };
  upcr_guard_thread(thread);
  bool oversubscribed = upcr_job->config.oversubscribed != 0;
  upcr_now = (struct upcr_thread_now){.poll_budget = UPCR_POLL_BUDGET,
                                      .oversubscribed = oversubscribed || upcr_is_simulated()};
  upcr_wait_tune(oversubscribed);
  upcr_alloc_cache_start();
  upcr_net->start(thread);
  upcr_net->attach(thread, upcr_segment_base(thread), upcr_job->segment_stride, UPCR_MEMORY_HOST);
  struct upcr_job_thread *self = &upcr_job->thread[thread];
  atomic_store_explicit(&self->pid, (int)getpid(), memory_order_relaxed);
  atomic_store_explicit(&self->state, UPCR_STATE_RUNNING, memory_order_release); /* with `pid` */
}

void upcr_core_start(void) {
  upcr_ticks_measure();
  upcr_run_start_records();
  upcr_barrier_at_start();
}

void upcr_core_finish(int exit_status) {
  upcr_lock_report_held();
  upcr_handles_report_dropped();
  if (upcr_inst_finishing)
    upcr_inst_finishing(exit_status);
  upcr_barrier_at_end(exit_status);
  if (upcr_inst_finished)
    upcr_inst_finished(exit_status);
  upcr_messages_print();
  upcr_net->stop(upcr_self.mythread);
  atomic_store_explicit(&upcr_job->thread[upcr_self.mythread].state, UPCR_STATE_GONE,
                        memory_order_release);
}

/* Parts of a pointer-to-shared (UPC 7.2.3) and castability (7.7). */

size_t upc_threadof(upcr_ppts_t ptr) { return upcr_thread(ptr.p); }

size_t upc_phaseof(upcr_ppts_t ptr) { return ptr.phase; }

upcr_ppts_t upc_resetphase(upcr_ppts_t ptr) { return upcr_pp(ptr.p, 0); }

size_t upc_addrfield(upcr_ppts_t ptr) { return upcr_pts_offset(ptr.p); }

size_t upc_affinitysize(size_t totalsize, size_t nbytes, size_t threadid) {
  size_t threads = (size_t)upcr_self.threads;
  if (threadid >= threads) {
    if (upcr_check_on())
      upcr_fatal("upc_affinitysize: thread %zu, of %zu threads (UPC 7.2.3.5)", threadid, threads);
    return 0;
  }
  if (nbytes == 0)
    return threadid == 0 ? totalsize : 0;
  size_t blocks = totalsize / nbytes; /* whole ones */
  size_t rows = blocks / threads, last = blocks % threads;
  if (threadid == last)
    return rows * nbytes + totalsize % nbytes;
  return rows * nbytes + (threadid < last ? nbytes : 0);
}

void *upc_cast(upcr_ppts_t ptr) { return ptr.p ? upcr_near(ptr.p) : (void *)0; }

/* UPC_CASTABLE_ALL of <upc_castable.h>. */
enum { CASTABLE_ALL = 15 };

struct upcr_thread_info upc_thread_info(size_t threadId) {
  int mapped = threadId < (size_t)upcr_self.threads && upcr_self.map[threadId] ? CASTABLE_ALL : 0;
  return (struct upcr_thread_info){mapped, mapped};
}
