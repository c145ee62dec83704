/* Records of what is under way between nodes. A record is written by its UPC thread, with the thread's mutex held, but for
 * `transfer`, which the conduit or who takes the reply lowers to 0 with release: from then on it is the thread's again. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/atomics.h"
#include "../../base/hot.h"
#include "../../base/log.h"
#include "../../mem/segment.h"
#include "far.h"

struct record {
  struct upcr_conduit_transfer transfer;
  upcr_net_handle_t handle;
  void *in; /* for the reply's payload */
  size_t room;
};

/* Of all UPC threads of the process, UPCR_FAR_DEPTH each. */
static struct record *records;

/* By UPC thread of the process: how many of its pthreads wait for a record to be over. */
static _Atomic uint32_t *waiting;

static UPCR_PER_THREAD pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
/* Bit i: record i is under way. Written under the mutex; upcr_far_is_idle reads it without, for transfers that another
 * pthread started and whose order with the caller is the program's own business. */
static UPCR_PER_THREAD _Atomic uint64_t busy;
/* Bit i: record i only reads. */
static UPCR_PER_THREAD uint64_t harmless;
static UPCR_PER_THREAD upcr_net_handle_t last_handle;

void upcr_far_make_records(void) {
  records = calloc((size_t)upcr_far_process.count * UPCR_FAR_DEPTH, sizeof *records);
  waiting = calloc((size_t)upcr_far_process.count, sizeof *waiting);
  if (!records || !waiting)
    upcr_fatal("out of memory: the records of transfers of %d threads", upcr_far_process.count);
}

static uint64_t busy_records(void) { return atomic_load_explicit(&busy, memory_order_relaxed); }

/* Whoever looks for deadlocks reads under_way after the note of the thread's wait: release, so
 * that it sees what the thread started before that wait. */
static void set_busy(uint64_t bits) {
  atomic_store_explicit(&busy, bits, memory_order_relaxed);
  atomic_store_explicit(&upcr_job->thread[upcr_self.mythread].under_way, bits & ~harmless, memory_order_release);
}

UPCR_HOT bool upcr_far_is_idle(void) { return busy_records() == 0; }

static uint32_t number_of(int i) {
  return (uint32_t)(upcr_self.mythread - upcr_far_process.first) * UPCR_FAR_DEPTH + (uint32_t)i;
}

/* Frees what is over. The acquire pairs with the release of who lowered `pending`. */
static void reap(void) {
  uint64_t under_way = busy_records();
  for (uint64_t rest = under_way; rest; rest &= rest - 1) {
    int i = __builtin_ctzll(rest);
    if (atomic_load_explicit(&records[number_of(i)].transfer.pending, memory_order_acquire) == 0)
      under_way &= ~((uint64_t)1 << i);
  }
  set_busy(under_way);
}

static bool has_free_record(void *unused) {
  (void)unused;
  reap();
  return busy_records() != ~(uint64_t)0;
}

/* Operations in the background would want the mutex, too. */
static void wait_until(upcr_condition *done, void *arg) {
  _Atomic uint32_t *own = &waiting[upcr_self.mythread - upcr_far_process.first];
  atomic_fetch_add_explicit(own, 1, memory_order_relaxed);
  upcr_wait_for(&(struct upcr_waiting){.done = done, .arg = arg, .reason = {.what = "remote access"}, .alone = true});
  atomic_fetch_sub_explicit(own, 1, memory_order_relaxed);
}

/* The fence pairs with the one of the wait (base/wait.c), before which the sleeper has raised `waiting`: either it is seen
 * here, or the sleeper sees what is over. Nobody else is woken: to serve a request takes no UPC thread. */
void upcr_far_wake_waiting(void) {
  upcr_full_fence();
  for (int i = 0; i < upcr_far_process.count; i++)
    if (atomic_load_explicit(&waiting[i], memory_order_relaxed) != 0)
      upcr_net->wake_published(upcr_far_process.first + i);
}

static struct record *take_record(upcr_net_handle_t handle, void *in, size_t room, uint32_t pending, bool only_reads) {
  if (busy_records() == ~(uint64_t)0)
    wait_until(has_free_record, 0);
  int i = __builtin_ctzll(~busy_records());
  harmless = (harmless & ~((uint64_t)1 << i)) | (uint64_t)only_reads << i;
  set_busy(busy_records() | (uint64_t)1 << i);
  struct record *record = &records[number_of(i)];
  record->handle = handle;
  record->in = in;
  record->room = room;
  atomic_store_explicit(&record->transfer.pending, pending, memory_order_relaxed);
  return record;
}

upcr_net_handle_t upcr_far_new_handle(void) { return ++last_handle; }

static bool only_reads(const struct upcr_am *message) {
  return message->handler == UPCR_AM_GET ||
         (message->handler == UPCR_AM_ATOMIC && message->arg[1] >> 8 == UPCR_NET_LOAD);
}

void upcr_far_send(int thread, const struct upcr_am *message, void *in, upcr_net_handle_t handle) {
  pthread_mutex_lock(&mutex);
  struct record *record = take_record(handle, in, message->room, 1, only_reads(message));
  struct upcr_far_head head = {.kind = UPCR_FAR_REQUEST,
                               .handler = (uint16_t)message->handler,
                               .length = (uint16_t)message->length,
                               .room = (uint16_t)message->room,
                               .record = (uint32_t)(record - records),
                               .arg = {message->arg[0], message->arg[1]}};
  upcr_far_process.conduit->send(upcr_job->process_of[thread], &head, sizeof head, message->payload, message->length);
  pthread_mutex_unlock(&mutex);
}

/* By whoever receives. The thread that waits is woken when the conduit has no more for now (upcr_far_poll). */
void upcr_far_take_reply(uint32_t number, const void *payload, size_t length) {
  struct record *record = &records[number];
  size_t n = length < record->room ? length : record->room;
  if (n)
    memcpy(record->in, payload, n);
  atomic_store_explicit(&record->transfer.pending, 0, memory_order_release);
}

/* Page 0 of a segment is not accessible where it is mapped: the conduit's region begins behind it (start.c). */
static uint64_t region_offset(upcr_pts_t p) { return upcr_pts_offset(p) - UPCR_STATIC_BASE; }

void upcr_far_start_get(void *dst, upcr_pts_t src, size_t n, upcr_net_handle_t handle) {
  int thread = (int)upcr_thread(src);
  pthread_mutex_lock(&mutex);
  struct record *record = take_record(handle, 0, 0, 0, true);
  upcr_far_process.conduit->get(upcr_job->process_of[thread], thread, region_offset(src), dst, n, &record->transfer);
  pthread_mutex_unlock(&mutex);
}

void upcr_far_start_put(upcr_pts_t dst, const void *src, size_t n, upcr_net_handle_t handle) {
  int thread = (int)upcr_thread(dst);
  pthread_mutex_lock(&mutex);
  struct record *record = take_record(handle, 0, 0, 0, false);
  upcr_far_process.conduit->put(upcr_job->process_of[thread], thread, region_offset(dst), src, n, &record->transfer);
  pthread_mutex_unlock(&mutex);
}

static bool is_complete(void *arg) {
  upcr_net_handle_t handle = *(upcr_net_handle_t *)arg;
  reap();
  if (handle == UPCR_NET_ALL)
    return upcr_far_is_idle();
  for (uint64_t rest = busy_records(); rest; rest &= rest - 1)
    if (records[number_of(__builtin_ctzll(rest))].handle == handle)
      return false;
  return true;
}

static void check(upcr_net_handle_t handle) {
  if (handle != UPCR_NET_ALL && handle > last_handle)
    upcr_fatal("upc_sync or upc_sync_attempt of handle %#lx, which no transfer of this thread gave (UPC 7.9)",
               (unsigned long)handle);
}

bool upcr_far_is_complete(upcr_net_handle_t handle) {
  check(handle);
  pthread_mutex_lock(&mutex);
  bool done = is_complete(&handle);
  pthread_mutex_unlock(&mutex);
  return done;
}

void upcr_far_wait(upcr_net_handle_t handle) {
  check(handle);
  pthread_mutex_lock(&mutex);
  wait_until(is_complete, &handle);
  pthread_mutex_unlock(&mutex);
}
