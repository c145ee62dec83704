/* SPDX-License-Identifier: Apache-2.0 */
#include "smp.h"

#include "../../mem/job.h"

int upcr_smp_process;

int upcr_smp_process_of(int thread) { return upcr_job->process_of[thread]; }

struct upcr_bell upcr_smp_bell_of(int thread) {
  struct upcr_job_thread *t = &upcr_job->thread[thread];
  return (struct upcr_bell){&t->bell, &t->asleep};
}

/* If a program's own pthreads wait as well, too many count as away, and the answer is false. */
bool upcr_smp_has_processor(int process) {
  const struct upcr_smp_inbox *inbox = &upcr_job->smp->inbox[process];
  return atomic_load_explicit(&inbox->away, memory_order_relaxed) <
         atomic_load_explicit(&inbox->started, memory_order_relaxed);
}

static void wake(int thread) { upcr_ring(upcr_smp_bell_of(thread)); }

static void wake_published(int thread) { upcr_ring_published(upcr_smp_bell_of(thread)); }

/* Where all memory is mapped no request is ever sent. The process's number is the same from each of
 * its threads. */
static void start(int thread) {
  struct upcr_job_thread *t = &upcr_job->thread[thread];
  upcr_wait_attach(upcr_smp_bell_of(thread), &t->wait);
  __atomic_store_n(&upcr_smp_process, upcr_smp_process_of(thread), __ATOMIC_RELAXED);
  if (upcr_job->config.pshm_width == 0 ||
      upcr_smp_process_of(upcr_job->config.first) == upcr_smp_process_of(upcr_job->config.end - 1))
    return;
  atomic_store_explicit(&upcr_progress, upcr_smp_poll, memory_order_relaxed);
  struct upcr_smp_inbox *inbox = &upcr_job->smp->inbox[upcr_smp_process];
  atomic_fetch_add_explicit(&inbox->started, 1, memory_order_relaxed);
  upcr_wait_count_away(&inbox->away);
  upcr_smp_start_helper();
}

static void stop(int thread) { (void)thread; }

/* Segments are in the job's memory, which every process has. */
static void attach(int thread, void *base, size_t bytes, enum upcr_memory_kind kind) {
  (void)thread, (void)base, (void)bytes, (void)kind;
}

const struct upcr_net upcr_net_smp = {
    .name = "smp",
    .am_max = UPCR_SMP_MEDIUM,
    .start = start,
    .stop = stop,
    .attach = attach,
    .get = upcr_smp_get,
    .put = upcr_smp_put,
    .put_nbi = upcr_smp_put_nbi,
    .am_nbi = upcr_smp_am_nbi,
    .complete_puts = upcr_smp_complete_puts,
    .release = upcr_smp_release,
    .set_nb = upcr_smp_set_nb,
    .move_nb = upcr_smp_move_nb,
    .relay_nb = upcr_smp_relay_nb,
    .get_nb = upcr_smp_get_nb,
    .put_nb = upcr_smp_put_nb,
    .test = upcr_smp_test_nb,
    .wait = upcr_smp_wait_nb,
    .am_request = upcr_smp_am_request,
    .poll = upcr_smp_poll,
    .poll_node = upcr_smp_poll,
    .flush = upcr_smp_flush,
    .sent = upcr_smp_sent,
    .wake = wake,
    .wake_published = wake_published,
};
