/* SPDX-License-Identifier: Apache-2.0 */
/* Rings of waiting tasks. */
#include <string.h>

#include "../core/remote.h"
#include "tasks.h"

#define NO_TASK UINT64_MAX

size_t upcr_task_ring_bytes(size_t capacity) {
  size_t line = _Alignof(struct upcr_task_ring);
  size_t bytes = sizeof(struct upcr_task_ring) + capacity * sizeof(struct upcr_task);
  return (bytes + line - 1) / line * line;
}

upcr_pts_t upcr_task_ring(int thread, enum upcr_task_kind kind) {
  size_t at = (size_t)kind * upcr_task_ring_bytes(upcr_task_scope.capacity);
  return upcr_pts_make((unsigned long)thread, upcr_pts_offset(upcr_task_scope.area) + at);
}

/* The acquire pairs with the release in unlock. */
static bool try_lock(struct upcr_task_ring *ring) {
  return __atomic_load_n(&ring->busy, __ATOMIC_RELAXED) == 0 &&
         __atomic_exchange_n(&ring->busy, 1, __ATOMIC_ACQUIRE) == 0;
}

static void unlock(struct upcr_task_ring *ring) {
  __atomic_store_n(&ring->busy, 0, __ATOMIC_RELEASE);
}

static bool put_here(struct upcr_task_ring *ring, const struct upcr_task *task) {
  if (!try_lock(ring))
    return false;
  bool has_room = ring->put - ring->taken < ring->capacity;
  if (has_room) {
    ring->task[ring->put % ring->capacity] = *task;
    __atomic_store_n(&ring->put, ring->put + 1, __ATOMIC_RELAXED);
  }
  unlock(ring);
  return has_room;
}

/* Looks before it locks, so that idle threads leave the line shared. A look may be late; the
 * caller comes again. */
static bool take_here(struct upcr_task_ring *ring, enum upcr_task_end end, struct upcr_task *task) {
  if (__atomic_load_n(&ring->put, __ATOMIC_RELAXED) ==
          __atomic_load_n(&ring->taken, __ATOMIC_RELAXED) ||
      !try_lock(ring))
    return false;
  bool has_task = ring->put != ring->taken;
  if (has_task && end == UPCR_TASK_NEWEST) {
    *task = ring->task[(ring->put - 1) % ring->capacity];
    __atomic_store_n(&ring->put, ring->put - 1, __ATOMIC_RELAXED);
  } else if (has_task) {
    *task = ring->task[ring->taken % ring->capacity];
    __atomic_store_n(&ring->taken, ring->taken + 1, __ATOMIC_RELAXED);
  }
  unlock(ring);
  return has_task;
}

/* arg[0]: the ring; payload: the task. Replies a byte: whether it was put. */
static void handle_put(struct upcr_am *message) {
  struct upcr_task task;
  memcpy(&task, message->payload, sizeof task);
  bool done = put_here((struct upcr_task_ring *)upcr_segment_address(message->arg[0]), &task);
  memcpy(message->payload, &done, sizeof done);
  message->length = sizeof done;
}

/* arg[0]: the ring. Replies its oldest task, or one whose function is NO_TASK. */
static void handle_take(struct upcr_am *message) {
  struct upcr_task task = {.function = NO_TASK};
  take_here((struct upcr_task_ring *)upcr_segment_address(message->arg[0]), UPCR_TASK_OLDEST,
            &task);
  message->length = sizeof task;
  memcpy(message->payload, &task, sizeof task);
}

__attribute__((constructor)) static void set_handlers(void) {
  upcr_am_table[UPCR_AM_TASK_PUT] = handle_put;
  upcr_am_table[UPCR_AM_TASK_TAKE] = handle_take;
}

bool upcr_task_put(upcr_pts_t ring, const struct upcr_task *task) {
  struct upcr_task_ring *here = upcr_reach(ring);
  if (here)
    return put_here(here, task);
  struct upcr_task copy = *task;
  struct upcr_am message = {.handler = UPCR_AM_TASK_PUT,
                            .arg = {ring},
                            .length = sizeof copy,
                            .room = sizeof copy,
                            .payload = &copy};
  upcr_net->am_request((int)upcr_thread(ring), &message);
  bool done;
  memcpy(&done, &copy, sizeof done);
  return done;
}

bool upcr_task_take(upcr_pts_t ring, enum upcr_task_end end, struct upcr_task *task) {
  struct upcr_task_ring *here = upcr_reach(ring);
  if (here)
    return take_here(here, end, task);
  struct upcr_am message = {
      .handler = UPCR_AM_TASK_TAKE, .arg = {ring}, .room = sizeof *task, .payload = task};
  upcr_net->am_request((int)upcr_thread(ring), &message);
  return task->function != NO_TASK;
}
