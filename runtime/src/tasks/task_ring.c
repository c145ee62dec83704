/* SPDX-License-Identifier: Apache-2.0 */
/* Rings: a thread's tasks for any thread, which it alone puts. It takes the newest, and thieves
 * the oldest, under the ring's lock: threads that have it mapped, or a handler for the others.
 * Nobody waits for the lock: the call fails, and the caller comes again. */
#include <string.h>

#include "../core/remote.h"
#include "tasks.h"

enum { LOOT_MOST = 64 /* tasks in a message, which a transport's payload holds */ };

size_t upcr_task_ring_bytes(size_t capacity) {
  size_t line = _Alignof(struct upcr_task_ring);
  size_t bytes = sizeof(struct upcr_task_ring) + capacity * sizeof(struct upcr_task);
  return (bytes + line - 1) / line * line;
}

void upcr_task_ring_set(struct upcr_task_ring *ring, size_t capacity) {
  *ring = (struct upcr_task_ring){.capacity = capacity};
}

/* The acquire pairs with the release in unlock. */
static bool try_lock(struct upcr_task_ring *ring) {
  return __atomic_load_n(&ring->busy, __ATOMIC_RELAXED) == 0 &&
         __atomic_exchange_n(&ring->busy, 1, __ATOMIC_ACQUIRE) == 0;
}

static void unlock(struct upcr_task_ring *ring) {
  __atomic_store_n(&ring->busy, 0, __ATOMIC_RELEASE);
}

/* The slot of the i-th oldest task. */
static size_t slot_of(const struct upcr_task_ring *ring, size_t i) {
  size_t slot = ring->oldest + i;
  return slot < ring->capacity ? slot : slot - ring->capacity;
}

static void set_waiting(struct upcr_task_ring *ring, size_t n) {
  __atomic_store_n(&ring->waiting, n, __ATOMIC_RELAXED);
}

bool upcr_task_ring_put(struct upcr_task_ring *ring, const struct upcr_task *task) {
  if (!try_lock(ring))
    return false;
  bool has_room = ring->waiting < ring->capacity;
  if (has_room) {
    ring->task[slot_of(ring, ring->waiting)] = *task;
    set_waiting(ring, ring->waiting + 1);
  }
  unlock(ring);
  return has_room;
}

bool upcr_task_ring_has(const struct upcr_task_ring *ring) {
  return __atomic_load_n(&ring->waiting, __ATOMIC_RELAXED) > 0;
}

/* Looks before it locks, so that idle threads leave the line shared. A look may be late; the
 * caller comes again. */
static bool lock_waiting(struct upcr_task_ring *ring) {
  if (!upcr_task_ring_has(ring) || !try_lock(ring))
    return false;
  if (ring->waiting > 0)
    return true;
  unlock(ring);
  return false;
}

/* With the lock held, of a ring with tasks. */
static void take_oldest(struct upcr_task_ring *ring, struct upcr_task *task) {
  *task = ring->task[ring->oldest];
  ring->oldest = slot_of(ring, 1);
  set_waiting(ring, ring->waiting - 1);
}

bool upcr_task_ring_take(struct upcr_task_ring *ring, struct upcr_task *task) {
  if (!lock_waiting(ring))
    return false;
  *task = ring->task[slot_of(ring, ring->waiting - 1)];
  set_waiting(ring, ring->waiting - 1);
  unlock(ring);
  return true;
}

static bool steal_here(struct upcr_task_ring *ring, struct upcr_task *task) {
  if (!lock_waiting(ring))
    return false;
  take_oldest(ring, task);
  unlock(ring);
  upcr_task_scope.stolen++;
  return true;
}

struct loot {
  uint64_t tasks;
  struct upcr_task task[LOOT_MOST];
};

static size_t bytes_of(const struct loot *loot) {
  return offsetof(struct loot, task) + loot->tasks * sizeof(struct upcr_task);
}

/* arg[0]: the ring. Replies the older half of its tasks. */
static void handle_take(struct upcr_am *message) {
  struct upcr_task_ring *ring = (struct upcr_task_ring *)upcr_segment_address(message->arg[0]);
  struct loot loot = {.tasks = 0};
  if (lock_waiting(ring)) {
    size_t half = (ring->waiting + 1) / 2;
    while (loot.tasks < half && loot.tasks < LOOT_MOST)
      take_oldest(ring, &loot.task[loot.tasks++]);
    unlock(ring);
  }
  message->length = bytes_of(&loot);
  memcpy(message->payload, &loot, message->length);
}

__attribute__((constructor)) static void set_handler(void) {
  upcr_am_table[UPCR_AM_TASK_TAKE] = handle_take;
}

/* The newest of the loot is the task; the others become the caller's own. A task that finds the
 * own ring locked or full runs at once. */
static bool steal_far(upcr_pts_t ring, struct upcr_task *task) {
  struct loot loot;
  struct upcr_am message = {
      .handler = UPCR_AM_TASK_TAKE, .arg = {ring}, .room = sizeof loot, .payload = &loot};
  upcr_net->am_request((int)upcr_thread(ring), &message);
  if (loot.tasks == 0)
    return false;
  upcr_task_scope.stolen += loot.tasks;
  for (uint64_t i = 0; i + 1 < loot.tasks; i++)
    if (!upcr_task_ring_put(upcr_task_scope.ring, &loot.task[i])) {
      upcr_full_fence();
      upcr_task_pass_on(true);
      upcr_task_run(&loot.task[i]);
    }
  upcr_full_fence(); /* for the calls: task_rest.c */
  for (uint64_t i = 0; i + 1 < loot.tasks; i++)
    upcr_task_call();
  *task = loot.task[loot.tasks - 1];
  return true;
}

bool upcr_task_steal(upcr_pts_t ring, struct upcr_task *task) {
  struct upcr_task_ring *here = upcr_reach(ring);
  return here ? steal_here(here, task) : steal_far(ring, task);
}
