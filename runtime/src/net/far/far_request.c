/* SPDX-License-Identifier: Apache-2.0 */
/* Records of the operations under way between nodes. A record is written with its sender's mutex
 * held, except `transfer`: the conduit, or the thread that takes the reply, lowers it to 0 with
 * release. Then the record is the sender's again. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/atomics.h"
#include "../../base/log.h"
#include "../../base/system.h"
#include "../../mem/segment.h"
#include "../message_parts.h"
#include "sender.h"

enum {
  URGENT = 8, /* operations under way, beyond which posts share messages */
  LATE =
      200000 /* ns: more than an answer takes if the target polls, or its progress thread sleeps */
};

/* One for each UPC thread of the process. */
static struct upcr_far_sender *senders;

static const uint64_t of_batches = ((uint64_t)1 << UPCR_FAR_BATCHES) - 1;

void upcr_far_make_records(void) {
  senders = calloc((size_t)upcr_far_process.count, sizeof *senders);
  if (!senders)
    upcr_fatal("out of memory: the records of transfers of %d threads", upcr_far_process.count);
  for (int t = 0; t < upcr_far_process.count; t++) {
    pthread_mutex_init(&senders[t].mutex, 0);
    senders[t].served = of_batches;
    for (int i = 0; i < UPCR_FAR_DEPTH; i++) {
      senders[t].record[i].batch = i < UPCR_FAR_BATCHES ? i : -1;
      senders[t].record[i].handle = i < UPCR_FAR_BATCHES ? UPCR_NET_PUTS : 0;
    }
  }
}

static struct upcr_far_sender *own(void) {
  return &senders[upcr_self.mythread - upcr_far_process.first];
}

static uint64_t busy_records(const struct upcr_far_sender *s) {
  return atomic_load_explicit(&s->busy, memory_order_relaxed);
}

/* The search for deadlocks reads under_way after the note of the thread's wait: release, so that
 * it sees what the thread started before that wait. */
static void set_busy(struct upcr_far_sender *s, uint64_t bits) {
  int thread = upcr_far_process.first + (int)(s - senders);
  atomic_store_explicit(&s->busy, bits, memory_order_relaxed);
  atomic_store_explicit(&upcr_job->thread[thread].under_way, bits & ~s->reads_only,
                        memory_order_release);
}

UPCR_HOT bool upcr_far_is_idle(void) { return busy_records(own()) == 0; }

uint32_t upcr_far_record_number(const struct upcr_far_sender *sender,
                                const struct upcr_far_record *record) {
  return (uint32_t)((sender - senders) * UPCR_FAR_DEPTH + (record - sender->record));
}

static struct upcr_far_record *record_of(uint32_t number) {
  return &senders[number / UPCR_FAR_DEPTH].record[number % UPCR_FAR_DEPTH];
}

static struct upcr_far_sender *lock(void) {
  struct upcr_far_sender *s = own();
  upcr_far_note_use();
  pthread_mutex_lock(&s->mutex);
  s->error = errno;
  return s;
}

/* Called by the thread that takes a batch's reply, and by the mutex's holder if that one cannot
 * lock it (batch.c). */
static void send_wanted(struct upcr_far_sender *s) {
  atomic_thread_fence(memory_order_seq_cst);
  while (atomic_load(&s->wanted) && pthread_mutex_trylock(&s->mutex) == 0) {
    atomic_store(&s->wanted, false);
    upcr_far_send_ready(s);
    pthread_mutex_unlock(&s->mutex);
  }
}

static void unlock(struct upcr_far_sender *s) {
  int before = s->error;
  pthread_mutex_unlock(&s->mutex);
  send_wanted(s);
  errno = before;
}

/* Frees completed records, and sends the batches that waited for them. The acquire pairs with the
 * release that lowered `pending`. */
static void reap(struct upcr_far_sender *s) {
  upcr_far_send_ready(s);
  uint64_t under_way = busy_records(s);
  for (uint64_t rest = under_way; rest; rest &= rest - 1) {
    int i = __builtin_ctzll(rest);
    if (atomic_load_explicit(&s->record[i].transfer.pending, memory_order_acquire) == 0 &&
        (s->record[i].batch < 0 || s->batch[i].used == 0))
      under_way &= ~((uint64_t)1 << i);
  }
  set_busy(s, under_way);
}

static bool has_free_record(void *sender) {
  struct upcr_far_sender *s = sender;
  reap(s);
  return (busy_records(s) | of_batches) != ~(uint64_t)0;
}

static bool is_pending(const struct upcr_far_record *record) {
  return atomic_load_explicit(&record->transfer.pending, memory_order_relaxed) != 0;
}

/* A wait for records, from `begin` on by upcr_clock_ns. */
struct wait {
  struct upcr_far_sender *sender;
  upcr_condition *done;
  void *arg;
  int64_t begin;
  bool has_requested;
};

/* Requests prompt answers from the targets of all pending records. */
static void request_prompt_answers(const struct upcr_far_sender *s) {
  static const struct upcr_far_head wish = {.kind = UPCR_FAR_WISH};
  int last = -1; /* most often all have one target */
  for (uint64_t rest = busy_records(s); rest; rest &= rest - 1) {
    const struct upcr_far_record *record = &s->record[__builtin_ctzll(rest)];
    if (!is_pending(record) || record->process == last)
      continue;
    last = record->process;
    upcr_far_process.conduit->send(last, &wish, sizeof wish, 0, 0);
  }
}

static bool is_done(void *arg) {
  struct wait *wait = arg;
  if (wait->done(wait->arg))
    return true;
  if (!wait->has_requested && upcr_clock_ns() - wait->begin > LATE) {
    wait->has_requested = true;
    request_prompt_answers(wait->sender);
  }
  return false;
}

/* With the mutex held, so operations in the background, which need it, are not continued. */
static void wait_until(struct upcr_far_sender *s, upcr_condition *done, void *arg) {
  if (done(arg))
    return;
  struct wait wait = {s, done, arg, upcr_clock_ns(), false};
  atomic_fetch_add_explicit(&s->waiting, 1, memory_order_relaxed);
  upcr_wait_for(&(struct upcr_waiting){
      .done = is_done, .arg = &wait, .reason = {.what = "remote access"}, .alone = true});
  atomic_fetch_sub_explicit(&s->waiting, 1, memory_order_relaxed);
}

/* A wait ends only when a record is complete. Each piece of a large transfer is progress too, and a
 * wake for each would cost more than the piece. The caller has ended the records that it looks for,
 * so it sees their bits of `busy`, unless the thread has freed them already. */
static bool has_ended(const struct upcr_far_sender *s) {
  for (uint64_t rest = busy_records(s); rest; rest &= rest - 1)
    if (!is_pending(&s->record[__builtin_ctzll(rest)]))
      return true;
  return false;
}

/* The fence pairs with that of the wait (base/wait.c), before which the sleeper has raised
 * `waiting`: either this thread sees `waiting`, or the sleeper sees the completed records. No other
 * thread is woken, since serving a request needs no UPC thread. */
void upcr_far_wake_waiting(void) {
  upcr_full_fence();
  for (int i = 0; i < upcr_far_process.count; i++)
    if (atomic_load_explicit(&senders[i].waiting, memory_order_relaxed) != 0 &&
        has_ended(&senders[i]))
      upcr_net->wake_published(upcr_far_process.first + i);
}

static bool moves_data(const struct upcr_far_sender *s) {
  uint64_t rest = busy_records(s) & atomic_load_explicit(&s->transfers, memory_order_relaxed);
  for (; rest; rest &= rest - 1)
    if (is_pending(&s->record[__builtin_ctzll(rest)]))
      return true;
  return false;
}

bool upcr_far_moves_data(void) {
  for (int i = 0; i < upcr_far_process.count; i++)
    if (moves_data(&senders[i]))
      return true;
  return false;
}

void upcr_far_begin_record(struct upcr_far_sender *sender, struct upcr_far_record *record,
                           uint32_t pending) {
  atomic_store_explicit(&record->transfer.pending, pending, memory_order_relaxed);
  set_busy(sender, busy_records(sender) | (uint64_t)1 << (record - sender->record));
}

static void set_bit(uint64_t *bits, uint64_t bit, bool is_set) {
  *bits = is_set ? *bits | bit : *bits & ~bit;
}

static void note_transfer(struct upcr_far_sender *sender, uint64_t bit, bool is_transfer) {
  uint64_t bits = atomic_load_explicit(&sender->transfers, memory_order_relaxed);
  set_bit(&bits, bit, is_transfer);
  atomic_store_explicit(&sender->transfers, bits, memory_order_relaxed);
}

struct upcr_far_record *upcr_far_take_record(struct upcr_far_sender *sender, int process,
                                             upcr_net_handle_t handle, uint32_t pending,
                                             enum upcr_far_effect effect) {
  if ((busy_records(sender) | of_batches) == ~(uint64_t)0)
    wait_until(sender, has_free_record, sender);
  struct upcr_far_record *record =
      &sender->record[__builtin_ctzll(~(busy_records(sender) | of_batches))];
  uint64_t bit = (uint64_t)1 << (record - sender->record);
  set_bit(&sender->reads_only, bit, effect == UPCR_FAR_READS);
  set_bit(&sender->served, bit, effect == UPCR_FAR_IS_SERVED && handle == UPCR_NET_PUTS);
  note_transfer(sender, bit, pending == 0 && effect != UPCR_FAR_IS_SERVED);
  record->process = process;
  record->handle = handle;
  record->in = 0;
  record->room = 0;
  record->bytes = 0;
  upcr_far_begin_record(sender, record, pending);
  return record;
}

upcr_net_handle_t upcr_far_new_handle(void) { return ++own()->last_handle; }

static enum upcr_far_effect effect_of(const struct upcr_am *message) {
  if (message->handler == UPCR_AM_GET || message->handler == UPCR_AM_PIECES ||
      (message->handler == UPCR_AM_ATOMIC && message->arg[1] >> 8 == UPCR_NET_LOAD))
    return UPCR_FAR_READS;
  bool posts = message->handler == UPCR_AM_SIGNAL && message->length == 0;
  return posts ? UPCR_FAR_NEITHER : UPCR_FAR_IS_SERVED;
}

/* A signal's payload begins with the place of its data (bupc/semaphore.c). */
static void note_written(struct upcr_far_record *record, const struct upcr_am *message) {
  if (message->handler == UPCR_AM_PUT) {
    record->written = message->arg[0];
    record->bytes = message->length;
  } else if (message->handler == UPCR_AM_SIGNAL && message->length > sizeof record->written) {
    memcpy(&record->written, message->payload, sizeof record->written);
    record->bytes = message->length - sizeof record->written;
  }
}

static void send_request(struct upcr_far_sender *s, int process, const struct upcr_am *message,
                         void *in, upcr_net_handle_t handle) {
  struct upcr_far_record *record = upcr_far_take_record(s, process, handle, 1, effect_of(message));
  record->in = in;
  record->room = message->room;
  note_written(record, message);
  upcr_far_count(
      s, upcr_data_bytes(message->handler, message->arg[1], message->length + message->room));
  struct upcr_far_head head = {.kind = UPCR_FAR_REQUEST,
                               .handler = (uint16_t)message->handler,
                               .length = (uint16_t)message->length,
                               .room = (uint16_t)message->room,
                               .record = upcr_far_record_number(s, record),
                               .arg = {message->arg[0], message->arg[1]}};
  upcr_far_process.conduit->send(process, &head, sizeof head, message->payload, message->length);
}

static void note_puts(upcr_net_handle_t handle) {
  if (handle == UPCR_NET_PUTS)
    __atomic_fetch_or(&upcr_now.far_relaxed, UPCR_FAR_PUTS_BETWEEN, __ATOMIC_RELAXED);
}

/* A thread waits for a post, so posts are not held back for a reply, unless there is a stream of
 * them. (The reply comes only when both threads poll the transport next.) */
static bool is_urgent(const struct upcr_far_sender *s, const struct upcr_am *message) {
  return message->handler == UPCR_AM_SIGNAL && __builtin_popcountll(busy_records(s)) < URGENT;
}

void upcr_far_send(int thread, const struct upcr_am *message, void *in, upcr_net_handle_t handle) {
  upcr_settle_stores();
  upcr_settle_barrier();
  struct upcr_far_sender *s = lock();
  int process = upcr_job->process_of[thread];
  if (handle == UPCR_NET_PUTS && upcr_far_may_gather(message) && !is_urgent(s, message)) {
    upcr_far_gather(s, process, message);
  } else {
    upcr_far_send_gathered(s, process);
    send_request(s, process, message, in, handle);
  }
  note_puts(handle);
  unlock(s);
}

/* Called by the receiving thread. The waiting thread is woken when the conduit has no more messages
 * (upcr_far_poll). */
void upcr_far_take_reply(uint32_t number, const void *payload, size_t length) {
  struct upcr_far_record *record = record_of(number);
  size_t n = length < record->room ? length : record->room;
  bool is_batch = record->batch >= 0; /* constant */
  if (n)
    memcpy(record->in, payload, n);
  atomic_store_explicit(&record->transfer.pending, 0, memory_order_release);
  if (is_batch) {
    struct upcr_far_sender *s = &senders[number / UPCR_FAR_DEPTH];
    atomic_store(&s->wanted, true);
    send_wanted(s);
  }
}

struct awaited {
  struct upcr_far_sender *sender;
  upcr_net_handle_t handle;
};

static bool is_complete(void *arg) {
  const struct awaited *awaited = arg;
  struct upcr_far_sender *s = awaited->sender;
  reap(s);
  if (awaited->handle == UPCR_NET_ALL)
    return busy_records(s) == 0;
  for (uint64_t rest = busy_records(s); rest; rest &= rest - 1)
    if (s->record[__builtin_ctzll(rest)].handle == awaited->handle)
      return false;
  return true;
}

/* With the mutex held. */
static void wait_for(struct upcr_far_sender *s, upcr_net_handle_t handle) {
  if (handle >= UPCR_NET_PUTS)
    upcr_far_send_all_gathered(s);
  wait_until(s, is_complete, &(struct awaited){s, handle});
}

static void complete_puts(struct upcr_far_sender *s) {
  if ((upcr_now.far_relaxed & UPCR_FAR_PUTS_BETWEEN) == 0)
    return;
  wait_for(s, UPCR_NET_PUTS);
  __atomic_fetch_and(&upcr_now.far_relaxed, ~UPCR_FAR_PUTS_BETWEEN, __ATOMIC_RELAXED);
}

void upcr_far_complete_puts(void) {
  struct upcr_far_sender *s = lock();
  complete_puts(s);
  unlock(s);
}

static bool is_none_served(void *sender) {
  struct upcr_far_sender *s = sender;
  reap(s);
  return (busy_records(s) & s->served) == 0;
}

static bool may_overlap(const struct upcr_far_record *record, upcr_pts_t dst, size_t n) {
  uint64_t own = upcr_pts_offset(record->written), other = upcr_pts_offset(dst);
  return record->bytes == 0 || (upcr_thread(record->written) == upcr_thread(dst) &&
                                own < other + n && other < own + record->bytes);
}

/* True if a served put that is under way may write some of the n bytes at dst. */
static bool may_write(const struct upcr_far_sender *s, upcr_pts_t dst, size_t n) {
  for (uint64_t rest = busy_records(s) & s->served; rest; rest &= rest - 1)
    if (may_overlap(&s->record[__builtin_ctzll(rest)], dst, n))
      return true;
  return false;
}

/* Completes the served puts before a transfer to n bytes at dst, which could overtake one to the
 * same place. */
static void complete_served(struct upcr_far_sender *s, upcr_pts_t dst, size_t n) {
  if ((upcr_now.far_relaxed & UPCR_FAR_PUTS_BETWEEN) == 0)
    return;
  upcr_far_send_all_gathered(s);
  if (may_write(s, dst, n))
    wait_until(s, is_none_served, s);
}

/* Page 0 of a segment is not accessible where it is mapped: the conduit's region begins behind it
 * (far_start.c). */
static uint64_t region_offset(upcr_pts_t p) { return upcr_pts_offset(p) - UPCR_STATIC_BASE; }

void upcr_far_start_get(void *dst, upcr_pts_t src, size_t n, upcr_net_handle_t handle) {
  int thread = (int)upcr_thread(src), process = upcr_job->process_of[thread];
  upcr_settle_stores();
  upcr_settle_barrier();
  struct upcr_far_sender *s = lock();
  complete_puts(s);
  struct upcr_far_record *record = upcr_far_take_record(s, process, handle, 0, UPCR_FAR_READS);
  upcr_far_count(s, n);
  upcr_far_process.conduit->get(process, thread, region_offset(src), dst, n, &record->transfer);
  unlock(s);
}

/* `put` is the conduit's put or write. */
static void start_put(__typeof__(upcr_far_process.conduit->put) put, upcr_pts_t dst,
                      const void *src, size_t n, upcr_net_handle_t handle) {
  int thread = (int)upcr_thread(dst), process = upcr_job->process_of[thread];
  struct upcr_far_sender *s = lock();
  complete_served(s, dst, n);
  struct upcr_far_record *record = upcr_far_take_record(s, process, handle, 0, UPCR_FAR_NEITHER);
  upcr_far_count(s, n);
  put(process, thread, region_offset(dst), src, n, &record->transfer);
  note_puts(handle);
  unlock(s);
}

void upcr_far_start_put(upcr_pts_t dst, const void *src, size_t n, upcr_net_handle_t handle) {
  upcr_settle_stores();
  upcr_settle_barrier();
  start_put(upcr_far_process.conduit->put, dst, src, n, handle);
}

void upcr_far_start_write(upcr_pts_t dst, const void *src, size_t n, upcr_net_handle_t handle) {
  upcr_settle_stores();
  start_put(upcr_far_process.conduit->write, dst, src, n, handle);
}

static void check(upcr_net_handle_t handle) {
  if (handle < UPCR_NET_PUTS && handle > own()->last_handle)
    upcr_fatal(
        "upc_sync or upc_sync_attempt of handle %#lx, which no transfer of this thread returned "
        "(UPC 7.9)",
        (unsigned long)handle);
}

bool upcr_far_is_complete(upcr_net_handle_t handle) {
  check(handle);
  struct upcr_far_sender *s = lock();
  bool done = is_complete(&(struct awaited){s, handle});
  unlock(s);
  return done;
}

void upcr_far_wait(upcr_net_handle_t handle) {
  check(handle);
  struct upcr_far_sender *s = lock();
  wait_for(s, handle);
  unlock(s);
}

struct upcr_net_sent upcr_far_sent(void) {
  struct upcr_far_sender *s = lock();
  struct upcr_net_sent sent = s->total;
  unlock(s);
  return sent;
}
