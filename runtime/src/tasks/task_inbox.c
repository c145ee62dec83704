/* SPDX-License-Identifier: Apache-2.0 */
/* Inboxes: a thread's tasks for itself, which any thread puts and it alone takes.
 *
 * A starter first lowers `room`, so a slot is free for what it puts, then draws a ticket, which
 * names the slot. The owner empties a slot before it raises `room` (release). A ticket's slot is
 * free: the tickets up to it were drawn after as many places were reserved (acquire), and each
 * drawing sees the ones before (acquire and release). A slot's flag publishes its task.
 *
 * Threads on other nodes reserve places in advance: credits, given with the reply to a request.
 * A put with a credit finds room, so it needs no reply. Credits come from the half of an inbox that
 * single puts leave, so unused ones keep nobody from putting a task (models/tasks_inbox.pml). */
#include <string.h>

#include "../core/announce.h"
#include "tasks.h"

enum {
  CREDITS_MOST = 64, /* per reply, which takes as long as some 50 posts over TCP */
  SHARES = 8         /* of an inbox: a reply gives at most one */
};

static size_t bytes_of_slots(size_t capacity) { return capacity * sizeof(struct upcr_task); }

size_t upcr_task_inbox_bytes(size_t capacity) {
  size_t line = _Alignof(struct upcr_task_inbox);
  return (sizeof(struct upcr_task_inbox) + bytes_of_slots(capacity) + capacity + line - 1) / line *
         line;
}

static uint8_t *flag_of(const struct upcr_task_inbox *inbox, uint64_t slot) {
  return (uint8_t *)(uintptr_t)inbox->task + bytes_of_slots(inbox->capacity) + slot;
}

void upcr_task_inbox_set(struct upcr_task_inbox *inbox, size_t capacity) {
  *inbox = (struct upcr_task_inbox){.room = capacity, .capacity = capacity};
  memset(flag_of(inbox, 0), 0, capacity);
}

/* Reserves n places if `rest` are left then. */
static bool reserve(struct upcr_task_inbox *inbox, uint64_t n, uint64_t rest) {
  uint64_t room = __atomic_load_n(&inbox->room, __ATOMIC_RELAXED);
  do
    if (room < n + rest)
      return false;
  while (!__atomic_compare_exchange_n(&inbox->room, &room, room - n, 0, __ATOMIC_ACQUIRE,
                                      __ATOMIC_RELAXED));
  return true;
}

/* Puts a task for which a place is reserved. */
static void deliver(struct upcr_task_inbox *inbox, const void *task) {
  uint64_t slot = __atomic_fetch_add(&inbox->put, 1, __ATOMIC_ACQ_REL) % inbox->capacity;
  memcpy(&inbox->task[slot], task, sizeof(struct upcr_task));
  __atomic_store_n(flag_of(inbox, slot), 1, __ATOMIC_RELEASE);
}

bool upcr_task_inbox_has(const struct upcr_task_inbox *inbox) {
  return __atomic_load_n(flag_of(inbox, inbox->next), __ATOMIC_ACQUIRE) != 0;
}

static bool put_here(struct upcr_task_inbox *inbox, const void *task) {
  if (!reserve(inbox, 1, 0))
    return false;
  deliver(inbox, task);
  return true;
}

bool upcr_task_inbox_take(struct upcr_task_inbox *inbox, struct upcr_task *task) {
  if (!upcr_task_inbox_has(inbox))
    return false;
  uint64_t slot = inbox->next;
  *task = inbox->task[slot];
  inbox->next = slot + 1 < inbox->capacity ? slot + 1 : 0;
  __atomic_store_n(flag_of(inbox, slot), 0, __ATOMIC_RELAXED);
  __atomic_fetch_add(&inbox->room, 1, __ATOMIC_RELEASE);
  return true;
}

struct answer {
  uint32_t was_put, credits;
};

static struct upcr_task_inbox *inbox_at(upcr_pts_t p) {
  return (struct upcr_task_inbox *)upcr_segment_address(p);
}

/* The owner may sleep, if another thread of its process serves the requests. */
static void wake_owner(const struct upcr_am *message) {
  upcr_net->wake((int)upcr_thread(message->arg[0]));
}

/* arg[0]: the inbox; arg[1]: whether the sender can use credits; payload: the task. Replies an
 * answer. */
static void handle_put(struct upcr_am *message) {
  struct upcr_task_inbox *inbox = inbox_at(message->arg[0]);
  struct answer answer = {.was_put = put_here(inbox, message->payload)};
  uint64_t share =
      inbox->capacity / SHARES < CREDITS_MOST ? inbox->capacity / SHARES : CREDITS_MOST;
  if (answer.was_put && message->arg[1] && reserve(inbox, share, inbox->capacity / 2))
    answer.credits = (uint32_t)share;
  wake_owner(message);
  memcpy(message->payload, &answer, sizeof answer);
  message->length = sizeof answer;
}

/* arg[0]: the inbox; payload: the task. */
static void handle_post(struct upcr_am *message) {
  deliver(inbox_at(message->arg[0]), message->payload);
  wake_owner(message);
  message->length = 0;
}

__attribute__((constructor)) static void set_handlers(void) {
  upcr_am_table[UPCR_AM_TASK_PUT] = handle_put;
  upcr_am_table[UPCR_AM_TASK_POST] = handle_post;
}

/* Credits are the scope's, and go with the inboxes. */
static bool put_far(upcr_pts_t inbox, const struct upcr_task *task) {
  int thread = (int)upcr_thread(inbox);
  uint32_t *credits = &upcr_task_scope.credits[thread];
  struct upcr_task copy = *task;
  struct upcr_am message = {.handler = UPCR_AM_TASK_PUT,
                            .arg = {inbox, upcr_takes_posts(thread)},
                            .length = sizeof copy,
                            .room = sizeof copy,
                            .payload = &copy};
  if (*credits > 0) {
    --*credits;
    message.handler = UPCR_AM_TASK_POST;
    upcr_post(thread, &message);
    upcr_task_scope.sent++;
    return true;
  }
  upcr_net->am_request(thread, &message);
  struct answer answer;
  memcpy(&answer, &copy, sizeof answer);
  *credits = answer.credits;
  upcr_task_scope.sent += answer.was_put;
  return answer.was_put;
}

bool upcr_task_inbox_put(upcr_pts_t inbox, const struct upcr_task *task) {
  struct upcr_task_inbox *here = upcr_reach(inbox);
  return here ? put_here(here, task) : put_far(inbox, task);
}
