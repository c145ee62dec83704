/* SPDX-License-Identifier: Apache-2.0 */
/* The scope of tasks, and its termination.
 *
 * Mattern's four counters (F. Mattern, Algorithms for distributed termination detection,
 * Distributed Computing 2, 1987): waves add up the tasks that threads started and ended.
 * A thread enters a wave only while it runs nothing, and the second wave after the first is
 * complete. All have ended once `ended` of a wave equals `started` of the next. For at a time
 * between the two, ended(first) <= ended <= started <= started(second), so all four are equal then:
 * no task runs or waits, and only tasks start tasks there. A task counts as started before another
 * thread can see it, and as ended after its writes are complete (models/tasks_end.pml). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_types.h>

#include "../base/log.h"
#include "../base/settings.h"
#include "../check/arguments.h"
#include "../check/check.h"
#include "../coll/call.h"
#include "../core/barrier.h"
#include "../core/library.h"
#include "../core/poll.h"
#include "../core/remote.h"
#include "../mem/job.h"
#include "../team/op.h"
#include "tasks.h"

unsigned long upcx_team_reduce_all_private_nb(void *dst, const void *src, int type, int op,
                                              size_t nelems, upcx_team_t team);

#define scope upcr_task_scope

enum { CAPACITY_MAX = 1 << 24 };

/* The first line that begins at p or behind it, in the same thread's memory. */
static upcr_pts_t line_from(upcr_pts_t p) {
  size_t line = _Alignof(struct upcr_task_ring);
  return upcr_pts_make(upcr_thread(p), (upcr_pts_offset(p) + line - 1) / line * line);
}

static void set_queues(size_t capacity) {
  scope.inbox = (struct upcr_task_inbox *)upcr_segment_address(upcr_task_inbox(upcr_self.mythread));
  scope.ring = (struct upcr_task_ring *)upcr_segment_address(upcr_task_ring(upcr_self.mythread));
  upcr_task_inbox_set(scope.inbox, capacity);
  upcr_task_ring_set(scope.ring, capacity);
  upcr_task_rest_set();
}

static void set_places(size_t capacity) {
  scope.own_places = upcr_task_places(upcr_self.mythread);
  scope.place = (struct upcr_task_place *)upcr_segment_address(scope.own_places);
  scope.open = upcr_kept_memory(capacity * sizeof *scope.open, "handles of tasks");
  memset(scope.open, 0, capacity * sizeof *scope.open);
  for (size_t i = 0; i < capacity; i++)
    scope.open[i].next = i + 1 < capacity ? (int)i + 1 : -1;
}

static void set_credits(void) {
  size_t bytes = (size_t)upcr_self.threads * sizeof *scope.credits;
  scope.credits = upcr_kept_memory(bytes, "credits of tasks");
  memset(scope.credits, 0, bytes);
}

static void meet_at_begin(size_t capacity) {
  upcr_arguments_now = (struct upcr_arguments){upcr_check_on(), {capacity}};
  upcr_collective_barrier(UPCR_TASKS_BEGIN, upcr_digest(0, capacity));
}

void upcx_tasks_begin(size_t capacity) {
  if (scope.is_open)
    upcr_fatal("upcx_tasks_begin: the scope of the last upcx_tasks_begin has not ended; scopes do "
               "not nest");
  if (capacity < 1 || capacity > CAPACITY_MAX)
    upcr_fatal("upcx_tasks_begin: a capacity of %zu; it is 1 to %d", capacity, CAPACITY_MAX);
  meet_at_begin(capacity);
  size_t bytes = _Alignof(struct upcr_task_ring) + sizeof(struct upcr_task_rest) +
                 upcr_task_inbox_bytes(capacity) + upcr_task_ring_bytes(capacity) +
                 capacity * sizeof(struct upcr_task_place);
  upcr_ppts_t block = upc_all_alloc((size_t)upcr_self.threads, bytes);
  if (!block.p)
    upcr_fatal("upcx_tasks_begin: no room for %zu bytes of tasks on each thread in the shared "
               "heap; make it larger with upcrun -shared-heap, or the capacity smaller",
               bytes);
  scope = (struct upcr_task_scope){.is_open = true,
                                   .capacity = capacity,
                                   .block = block.p,
                                   .area = line_from(block.p),
                                   .main = {.group = -1, .implicit = -1},
                                   .frame = &scope.main};
  set_queues(capacity);
  set_places(capacity);
  set_credits();
  upcr_open_scope = "upcx_tasks_end";
  meet_at_begin(capacity); /* nobody puts a task into an inbox that is not set */
}

struct wave {
  uint64_t own[2], sum[2]; /* tasks started, ended */
  uint64_t ended_before;   /* in the wave before */
  bool has_before, under_way;
  unsigned long handle;
};

/* Called while the thread runs no task. True once all tasks have ended. */
static bool advance(struct wave *wave) {
  if (!wave->under_way) {
    wave->own[0] = scope.started;
    wave->own[1] = scope.ended;
    wave->handle = upcx_team_reduce_all_private_nb(wave->sum, wave->own, UPC_ULONG, UPC_ADD, 2,
                                                   upcx_team_all());
    wave->under_way = true;
  }
  if (!upc_sync_attempt(wave->handle))
    return false;
  wave->under_way = false;
  bool over = wave->has_before && wave->ended_before == wave->sum[0];
  wave->ended_before = wave->sum[1];
  wave->has_before = true;
  return over;
}

static bool is_complete(void *arg) { return upcr_op_is_over(((const struct wave *)arg)->handle); }

static void print_counts(void) {
  if (!upcr_settings.count_tasks)
    return;
  fprintf(stderr,
          "upcr: thread %d: %llu tasks started, %llu of them sent to threads whose memory is not "
          "mapped; %llu run; %llu stolen\n",
          upcr_self.mythread, (unsigned long long)scope.started, (unsigned long long)scope.sent,
          (unsigned long long)scope.ended, (unsigned long long)scope.stolen);
}

/* The barrier: nobody frees rings that a thread still asks. */
static void close_scope(void) {
  upcr_fence();
  scope.is_open = false;
  upcr_open_scope = 0;
  upcr_collective_barrier(UPCR_TASKS_END, 0);
  free(scope.open);
  free(scope.credits);
  upc_all_free((upcr_ppts_t){scope.block, 0});
}

/* Pairs with the acquire in boot/deadlock.c. */
static void note_entry(void) {
  _Atomic uint32_t *ends = &upcr_job->thread[upcr_self.mythread].tasks_ends;
  atomic_store_explicit(ends, atomic_load_explicit(ends, memory_order_relaxed) + 1,
                        memory_order_release);
}

static void check_all_closed(void) {
  if (scope.frame->group >= 0)
    upcr_fatal("upcx_tasks_end: a group is open; upcx_task_group_end closes a group");
  if (scope.places)
    upcr_fatal("upcx_tasks_end: %d handles are open; upcx_task_wait closes a handle", scope.places);
}

void upcx_tasks_end(void) {
  upcr_task_check_scope("upcx_tasks_end");
  if (scope.frame->number)
    upcr_fatal("upcx_tasks_end: called in a task; it is for all threads' main programs");
  note_entry();
  struct wave wave = {0};
  struct upcr_task_search search = {
      .reason = {.kind = UPCR_WAIT_TASKS, .what = "tasks (upcx_tasks_end)"},
      .is_over = is_complete,
      .arg = &wave};
  struct upcr_task task;
  for (;;)
    if (upcr_task_find(&search, &task))
      upcr_task_run(&task);
    else if (advance(&wave))
      break;
    else
      upcr_task_idle(&search);
  upcr_task_search_end(&search);
  check_all_closed();
  print_counts();
  close_scope();
}
