/* SPDX-License-Identifier: Apache-2.0 */
/* A thread's cells: requests under way. Called with the thread's mutex held (smp_transfer.c), so
 * everything here is its own but the cells' states. */
#include <stdatomic.h>
#include <string.h>

#include "../../base/atomics.h"
#include "../../base/log.h"
#include "../../base/message_sites.h"
#include "../../mem/job.h"
#include "../message_parts.h"
#include "smp.h"

/* A request under way in a cell of this thread. */
struct sent {
  upcr_net_handle_t handle;
  int process; /* that is to answer */
  void *in;    /* for the reply's payload */
  size_t room;
  upcr_pts_t next; /* where the reply is put then; 0: nowhere */
};

static UPCR_PER_THREAD struct sent sent[UPCR_SMP_DEPTH_MAX];
/* Bit i: cell i is under way. Written under the mutex; upcr_smp_is_idle reads it without, for
 * transfers that another pthread started and whose order with the caller is the program's own
 * business. */
static UPCR_PER_THREAD _Atomic uint64_t busy;
static UPCR_PER_THREAD upcr_net_handle_t last_handle;
static UPCR_PER_THREAD struct upcr_net_sent total;

static uint64_t busy_cells(void) { return atomic_load_explicit(&busy, memory_order_relaxed); }

static void set_busy(uint64_t cells) { atomic_store_explicit(&busy, cells, memory_order_relaxed); }

UPCR_HOT bool upcr_smp_is_idle(void) { return busy_cells() == 0 && !upcr_smp_has_gathered(); }

static uint32_t number_of(int i) {
  return (uint32_t)upcr_self.mythread * upcr_job->smp->depth + (uint32_t)i;
}

static uint64_t all_cells(void) { return ~(uint64_t)0 >> (64 - upcr_job->smp->depth); }

/* Hands cell i, which is filled, to `thread`. */
static void push(int i, int thread) {
  struct upcr_smp_cell *cell = &upcr_job->smp->cell[number_of(i)];
  sent[i].process = upcr_smp_process_of(thread);
  total.messages++;
  size_t bytes = upcr_data_bytes(cell->handler, cell->arg[1], cell->length + cell->room);
  total.bytes += bytes;
  upcr_sent_note(bytes);
  atomic_store_explicit(&cell->state, UPCR_SMP_SENT,
                        memory_order_relaxed); /* published by the push */
  upcr_smp_push(sent[i].process, number_of(i));
  upcr_ring_published(upcr_smp_bell_of(thread));
}

/* The reply of cell i, whose payload stays where it is, becomes a put to sent[i].next. */
static void send_on(int i) {
  struct upcr_smp_cell *cell = &upcr_job->smp->cell[number_of(i)];
  upcr_pts_t to = sent[i].next;
  sent[i].next = 0;
  cell->handler = UPCR_AM_PUT;
  cell->room = 0;
  cell->arg[0] = to;
  push(i, (int)upcr_thread(to));
}

/* The reply of cell i is there: hands its payload over and frees the cell. */
static void finish(int i) {
  const struct upcr_smp_cell *cell = &upcr_job->smp->cell[number_of(i)];
  if (sent[i].next) {
    send_on(i);
    return;
  }
  size_t n = cell->length < sent[i].room ? cell->length : sent[i].room;
  if (n)
    memcpy(sent[i].in, upcr_smp_payload(upcr_job->smp, number_of(i)), n);
  set_busy(busy_cells() & ~((uint64_t)1 << i));
}

/* Finishes what has been answered. The acquire pairs with the release in answer() of queue.c. */
static void reap(void) {
  for (uint64_t rest = busy_cells(); rest; rest &= rest - 1) {
    int i = __builtin_ctzll(rest);
    const struct upcr_smp_cell *cell = &upcr_job->smp->cell[number_of(i)];
    if (atomic_load_explicit(&cell->state, memory_order_acquire) == UPCR_SMP_DONE)
      finish(i);
  }
}

static bool has_free_cell(void *unused) {
  (void)unused;
  reap();
  return busy_cells() != all_cells();
}

void upcr_smp_wake_helpers(void) {
  for (uint64_t rest = busy_cells(); rest; rest &= rest - 1)
    upcr_smp_wake_helper(sent[__builtin_ctzll(rest)].process);
}

/* The targets may compute without polling. */
static void nudge(void *unused) {
  (void)unused;
  upcr_smp_wake_helpers();
}

/* True if each process with requests of the calling thread has a thread that runs. A waiting thread
 * answers all requests of its process; unsuccessful polls reveal one that computes. */
static bool targets_answer(void *unused) {
  (void)unused;
  for (uint64_t rest = busy_cells(); rest; rest &= rest - 1)
    if (!upcr_smp_has_processor(sent[__builtin_ctzll(rest)].process))
      return false;
  return true;
}

/* With the mutex held, so operations in the background, which need it, are not continued. */
static void wait_until(upcr_condition *done, void *arg) {
  upcr_wait_for(&(struct upcr_waiting){.done = done,
                                       .arg = arg,
                                       .reason = {.what = "remote access"},
                                       .nudge = nudge,
                                       .answers = targets_answer,
                                       .alone = true});
}

static int take_cell(void) {
  if (busy_cells() == all_cells())
    wait_until(has_free_cell, 0);
  int i = __builtin_ctzll(~busy_cells());
  set_busy(busy_cells() | (uint64_t)1 << i);
  return i;
}

/* A free cell with the message, not sent yet. */
static int fill_cell(const struct upcr_am *message, const void *out) {
  int i = take_cell();
  struct upcr_smp_cell *cell = &upcr_job->smp->cell[number_of(i)];
  cell->handler = (uint8_t)message->handler;
  cell->is_medium = message->length > UPCR_SMP_SHORT || message->room > UPCR_SMP_SHORT;
  cell->length = (uint16_t)message->length;
  cell->room = (uint16_t)message->room;
  memcpy(cell->arg, message->arg, sizeof cell->arg);
  if (message->length)
    memcpy(upcr_smp_payload(upcr_job->smp, number_of(i)), out, message->length);
  return i;
}

void upcr_smp_send(int thread, const struct upcr_am *message, const void *out, void *in,
                   upcr_net_handle_t handle) {
  upcr_smp_send_gathered(upcr_smp_process_of(thread));
  int i = fill_cell(message, out);
  sent[i] = (struct sent){.handle = handle, .in = in, .room = message->room};
  push(i, thread);
}

void upcr_smp_send_relay(upcr_pts_t dst, upcr_pts_t src, size_t n, upcr_net_handle_t handle) {
  struct upcr_am message = {.handler = UPCR_AM_GET, .arg = {src}, .room = n};
  upcr_smp_send_gathered(upcr_smp_process_of((int)upcr_thread(src)));
  upcr_smp_send_gathered(upcr_smp_process_of((int)upcr_thread(dst)));
  int i = fill_cell(&message, 0);
  sent[i] = (struct sent){.handle = handle, .next = dst};
  push(i, (int)upcr_thread(src));
}

struct upcr_net_sent upcr_smp_total(void) {
  return total;
}

upcr_net_handle_t upcr_smp_new_handle(void) { return ++last_handle; }

bool upcr_smp_is_complete(upcr_net_handle_t handle) {
  if (handle < UPCR_NET_PUTS && handle > last_handle)
    upcr_fatal(
        "upc_sync or upc_sync_attempt of handle %#lx, which no transfer of this thread returned "
        "(UPC 7.9)",
        (unsigned long)handle);
  reap();
  if (handle == UPCR_NET_ALL)
    return upcr_smp_is_idle();
  for (uint64_t rest = busy_cells(); rest; rest &= rest - 1)
    if (sent[__builtin_ctzll(rest)].handle == handle)
      return false;
  return true;
}

static bool is_complete(void *handle) { return upcr_smp_is_complete(*(upcr_net_handle_t *)handle); }

void upcr_smp_wait(upcr_net_handle_t handle) {
  if (handle >= UPCR_NET_PUTS)
    upcr_smp_send_all_gathered();
  wait_until(is_complete, &handle);
}
