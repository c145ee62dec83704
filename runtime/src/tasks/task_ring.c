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

/* To be called when the oldest task is another one. */
static void set_level(struct upcr_task_ring *ring) {
  uint32_t level = ring->waiting > 0 ? upcr_task_level(&ring->task[ring->oldest]) : 0;
  __atomic_store_n(&ring->level, level, __ATOMIC_RELAXED);
}

bool upcr_task_ring_put(struct upcr_task_ring *ring, const struct upcr_task *task) {
  if (!try_lock(ring))
    return false;
  bool has_room = ring->waiting < ring->capacity;
  if (has_room) {
    ring->task[slot_of(ring, ring->waiting)] = *task;
    if (++ring->waiting == 1)
      set_level(ring);
  }
  unlock(ring);
  return has_room;
}

uint32_t upcr_task_ring_level(const struct upcr_task_ring *ring) {
  return __atomic_load_n(&ring->level, __ATOMIC_RELAXED);
}

/* True if the oldest task is one for a thief in a frame of that level. */
static bool has_above(const struct upcr_task_ring *ring, uint64_t level) {
  return upcr_task_ring_level(ring) > level;
}

/* Reads the level before it locks, so that idle threads leave the line shared. A stale level does
 * no harm: the caller tries again. */
static bool lock_waiting(struct upcr_task_ring *ring, uint64_t level) {
  if (!has_above(ring, level) || !try_lock(ring))
    return false;
  if (has_above(ring, level))
    return true;
  unlock(ring);
  return false;
}

/* With the lock held, of a ring with tasks. */
static void take_oldest(struct upcr_task_ring *ring, struct upcr_task *task) {
  *task = ring->task[ring->oldest];
  ring->oldest = slot_of(ring, 1);
  ring->waiting--;
  set_level(ring);
}

bool upcr_task_ring_take(struct upcr_task_ring *ring, struct upcr_task *task) {
  if (!lock_waiting(ring, 0))
    return false;
  *task = ring->task[slot_of(ring, ring->waiting - 1)];
  if (--ring->waiting == 0)
    set_level(ring);
  unlock(ring);
  return true;
}

static bool steal_here(struct upcr_task_ring *ring, struct upcr_task *task) {
  if (!lock_waiting(ring, upcr_task_scope.frame->level))
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

/* arg[0]: the ring; arg[1]: the thief's level. Replies the older half of its tasks, up to the first
 * that is not above the level. */
static void handle_take(struct upcr_am *message) {
  struct upcr_task_ring *ring = (struct upcr_task_ring *)upcr_segment_address(message->arg[0]);
  struct loot loot = {.tasks = 0};
  if (lock_waiting(ring, message->arg[1])) {
    size_t half = (ring->waiting + 1) / 2;
    while (loot.tasks < half && loot.tasks < LOOT_MOST && has_above(ring, message->arg[1]))
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
  struct upcr_am message = {.handler = UPCR_AM_TASK_TAKE,
                            .arg = {ring, upcr_task_scope.frame->level},
                            .room = sizeof loot,
                            .payload = &loot};
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
    upcr_task_call(upcr_task_ring_level(upcr_task_scope.ring));
  *task = loot.task[loot.tasks - 1];
  return true;
}

bool upcr_task_steal(upcr_pts_t ring, struct upcr_task *task) {
  struct upcr_task_ring *here = upcr_reach(ring);
  return here ? steal_here(here, task) : steal_far(ring, task);
}
