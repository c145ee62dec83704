/* Transport of one node: requests through slots in the control block (docs/abi.md section 8).
 *
 * Every thread has one slot, so at most one request under way: no flow control, no deadlock. A target takes its whole
 * stack of requests at once, so the stack needs no protection against reuse (ABA). Transfers are complete when the
 * function returns: the non-blocking forms are the blocking ones with a complete handle. */
#include <pthread.h>
#include <string.h>

#include "../../base/atomics.h"
#include "../../base/wait.h"
#include "../../mem/control.h"
#include "../../mem/segment.h"
#include "../net.h"

static UPCR_PER_THREAD int self;

/* A program's own pthreads share their UPC thread's slot. Under -pthreads too a UPC thread may have helpers only in
 * libraries; its own calls never contend, as the mutex is one per UPC thread there. */
static UPCR_PER_THREAD pthread_mutex_t slot_mutex = PTHREAD_MUTEX_INITIALIZER;

static struct upcr_bell bell_of(int thread) {
  struct upcr_job_thread *t = &upcr_job->thread[thread];
  return (struct upcr_bell){&t->bell, &t->asleep};
}

static void wake(int thread) { upcr_ring(bell_of(thread)); }

static void wake_published(int thread) { upcr_ring_published(bell_of(thread)); }

/* Runs a request in its slot. The slot's fields were published by the release of push, read after take's acquire; the
 * reply is published by the release of the state, which the requester reads with acquire. */
static void serve(int requester, struct upcr_smp_slot *slot) {
  struct upcr_am message = {.handler = slot->handler, .length = slot->length, .payload = slot->payload};
  memcpy(message.arg, slot->arg, sizeof message.arg);
  upcr_am_table[slot->handler](&message);
  memcpy(slot->arg, message.arg, sizeof message.arg);
  slot->length = (uint32_t)message.length;
  atomic_store_explicit(&slot->state, UPCR_SMP_DONE, memory_order_release);
  wake(requester);
}

static bool poll_requests(void) {
  _Atomic uint32_t *top = &upcr_job->smp->inbox[self].top;
  if (atomic_load_explicit(top, memory_order_relaxed) == 0)
    return false;
  uint32_t next = atomic_exchange_explicit(top, 0, memory_order_acquire);
  bool any = next != 0;
  while (next) {
    int requester = (int)next - 1;
    struct upcr_smp_slot *slot = &upcr_job->smp->slot[requester];
    next = slot->next; /* before the slot is the requester's again */
    serve(requester, slot);
  }
  return any;
}

static void push(int target, struct upcr_smp_slot *slot) {
  _Atomic uint32_t *top = &upcr_job->smp->inbox[target].top;
  uint32_t seen = atomic_load_explicit(top, memory_order_relaxed);
  do
    slot->next = seen;
  while (!atomic_compare_exchange_weak_explicit(top, &seen, (uint32_t)self + 1, memory_order_release,
                                                memory_order_relaxed));
}

static bool is_done(void *slot) {
  return atomic_load_explicit(&((struct upcr_smp_slot *)slot)->state, memory_order_acquire) == UPCR_SMP_DONE;
}

/* Sends n bytes with a request, and receives at most `room` bytes of the reply. */
static void exchange(int thread, struct upcr_am *message, const void *out, void *in, size_t room) {
  pthread_mutex_lock(&slot_mutex);
  struct upcr_smp_slot *slot = &upcr_job->smp->slot[self];
  slot->handler = message->handler;
  slot->length = (uint32_t)message->length;
  memcpy(slot->arg, message->arg, sizeof slot->arg);
  if (message->length)
    memcpy(slot->payload, out, message->length);
  atomic_store_explicit(&slot->state, UPCR_SMP_SENT, memory_order_relaxed);
  push(thread, slot);
  wake(thread);
  upcr_wait_until(is_done, slot, "remote access");
  memcpy(message->arg, slot->arg, sizeof message->arg);
  message->length = slot->length < room ? slot->length : room;
  if (message->length)
    memcpy(in, slot->payload, message->length);
  pthread_mutex_unlock(&slot_mutex);
}

static void am_request(int thread, struct upcr_am *message) {
  exchange(thread, message, message->payload, message->payload, UPCR_SMP_PAYLOAD);
}

static size_t chunk_of(size_t n) { return n < UPCR_SMP_PAYLOAD ? n : UPCR_SMP_PAYLOAD; }

static void get(void *dst, upcr_pts_t src, size_t n, enum upcr_memory_kind kind) {
  (void)kind;
  for (size_t done = 0, chunk; done < n; done += chunk) {
    chunk = chunk_of(n - done);
    struct upcr_am message = {.handler = UPCR_AM_GET, .arg = {src + done, chunk}};
    exchange((int)upcr_thread(src), &message, 0, (char *)dst + done, chunk);
  }
}

static void put(upcr_pts_t dst, const void *src, size_t n, enum upcr_memory_kind kind) {
  (void)kind;
  for (size_t done = 0, chunk; done < n; done += chunk) {
    chunk = chunk_of(n - done);
    struct upcr_am message = {.handler = UPCR_AM_PUT, .arg = {dst + done}, .length = chunk};
    exchange((int)upcr_thread(dst), &message, (const char *)src + done, 0, 0);
  }
}

static void set(upcr_pts_t dst, int byte, size_t n) {
  struct upcr_am message = {.handler = UPCR_AM_SET, .arg = {dst, (uint64_t)(unsigned char)byte, n}};
  exchange((int)upcr_thread(dst), &message, 0, 0, 0);
}

static void move(upcr_pts_t dst, upcr_pts_t src, size_t n) {
  struct upcr_am message = {.handler = UPCR_AM_MOVE, .arg = {dst, src, n}};
  exchange((int)upcr_thread(dst), &message, 0, 0, 0);
}

static void atomic(upcr_pts_t target, struct upcr_net_atomic_args *args) {
  struct upcr_am message = {.handler = UPCR_AM_ATOMIC, .arg = {target}, .length = sizeof *args};
  exchange((int)upcr_thread(target), &message, args, args, sizeof *args);
}

static upcr_net_handle_t get_nb(void *dst, upcr_pts_t src, size_t n, enum upcr_memory_kind kind) {
  get(dst, src, n, kind);
  return 0;
}

static upcr_net_handle_t put_nb(upcr_pts_t dst, const void *src, size_t n, enum upcr_memory_kind kind) {
  put(dst, src, n, kind);
  return 0;
}

static bool test(upcr_net_handle_t handle) { return handle == 0; }

static void wait_for(upcr_net_handle_t handle) { (void)handle; }

static void start(int thread) {
  struct upcr_job_thread *t = &upcr_job->thread[thread];
  self = thread;
  upcr_wait_attach(bell_of(thread), &t->waits_for);
  atomic_store_explicit(&upcr_progress, poll_requests, memory_order_relaxed);
}

static void stop(int thread) { (void)thread; }

/* Segments are in the job's memory, which every process has. */
static void attach(int thread, void *base, size_t bytes, enum upcr_memory_kind kind) {
  (void)thread, (void)base, (void)bytes, (void)kind;
}

/* Every transfer is complete when its function returns. */
static void flush(void) {}

const struct upcr_net upcr_net_smp = {
    .name = "smp",
    .am_max = UPCR_SMP_PAYLOAD,
    .start = start,
    .stop = stop,
    .attach = attach,
    .get = get,
    .put = put,
    .set = set,
    .move = move,
    .atomic = atomic,
    .get_nb = get_nb,
    .put_nb = put_nb,
    .test = test,
    .wait = wait_for,
    .am_request = am_request,
    .poll = poll_requests,
    .flush = flush,
    .wake = wake,
    .wake_published = wake_published,
};
