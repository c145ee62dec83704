/* SPDX-License-Identifier: Apache-2.0 */
#include "wait_reason.h"

#include "atomics.h"
#include "system.h"

static UPCR_PER_THREAD struct upcr_wait_record *own_record;

/* One for each pthread, not for each UPC thread: each resumes its own outer wait when its inner
 * wait ends. */
static __thread struct upcr_wait_reason current __attribute__((tls_model("initial-exec")));

/* A record has one writer at a time; the program's own pthreads write that of their UPC thread. */
static pthread_mutex_t record_mutex = PTHREAD_MUTEX_INITIALIZER;

void upcr_wait_record_attach(struct upcr_wait_record *record) { own_record = record; }

/* The release fence orders the odd turn before the fields, the release store the fields before the
 * even turn; they pair with the loads of upcr_wait_look in the opposite order. */
static void write_record(const struct upcr_wait_reason *reason) {
  uint32_t turn = atomic_load_explicit(&own_record->turn, memory_order_relaxed);
  atomic_store_explicit(&own_record->turn, turn + 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&own_record->kind, (int)reason->kind, memory_order_relaxed);
  atomic_store_explicit(&own_record->what, reason->what, memory_order_relaxed);
  atomic_store_explicit(&own_record->object, reason->object, memory_order_relaxed);
  atomic_store_explicit(&own_record->need, reason->need, memory_order_relaxed);
  atomic_store_explicit(&own_record->turn, turn + 2, memory_order_release);
}

/* A thread that waits for another node's count, or for tasks, requests it repeatedly; the record
 * and its turn stay. */
static bool is_part_of(const struct upcr_wait_reason *wait, const struct upcr_wait_reason *inner) {
  bool is_same =
      inner->kind == wait->kind && inner->object == wait->object && inner->need == wait->need;
  bool requests = wait->kind == UPCR_WAIT_COUNT || wait->kind == UPCR_WAIT_TASKS;
  return requests && inner->what && (inner->kind == UPCR_WAIT_OTHER || is_same);
}

struct upcr_wait_reason upcr_wait_set_reason(struct upcr_wait_reason reason) {
  struct upcr_wait_reason before = current;
  if (is_part_of(&before, &reason))
    return before;
  current = reason;
  upcr_own_pthreads_lock(&record_mutex);
  write_record(&reason);
  upcr_own_pthreads_unlock(&record_mutex);
  return before;
}

bool upcr_wait_look(const struct upcr_wait_record *record, struct upcr_wait_seen *seen) {
  seen->turn = atomic_load_explicit(&record->turn, memory_order_acquire);
  seen->kind = (enum upcr_wait_kind)atomic_load_explicit(&record->kind, memory_order_relaxed);
  seen->what = atomic_load_explicit(&record->what, memory_order_relaxed);
  seen->object = atomic_load_explicit(&record->object, memory_order_relaxed);
  seen->need = atomic_load_explicit(&record->need, memory_order_relaxed);
  atomic_thread_fence(memory_order_acquire);
  return seen->turn % 2 == 0 &&
         atomic_load_explicit(&record->turn, memory_order_relaxed) == seen->turn;
}
