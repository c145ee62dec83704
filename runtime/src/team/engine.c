/* SPDX-License-Identifier: Apache-2.0 */
/* A thread's operations, in the order in which it started them. In each wait and poll of the
 * runtime the thread executes the steps of each as far as it can (upcr_background). A step that has
 * to wait for a letter ends only the turn of its own operation.
 *
 * At most UPCR_TEAM_SLOTS operations of one team run at the same time: number n begins when the
 * thread has completed n - UPCR_TEAM_SLOTS, whose slot it takes. So the letters of a slot are in
 * the same order in all members (letters.c). Each member completes the oldest operations
 * independently of later ones, so this limit cannot block a program that would run without it.
 *
 * The mutex serialises the program's own pthreads, any of which may wait for the UPC thread. It
 * also keeps a wait inside a step (a far copy) from executing another step. A pthread that finds it
 * locked has nothing to do here: the holder continues until no step can be executed, and a later
 * letter rings the thread's bell. */
#include "op.h"

#include <pthread.h>
#include <string.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../base/simulated.h"
#include "../base/wait.h"
#include "../coll/await.h"
#include "../core/remote.h"
#include "../core/transfer.h"
#include "../mem/job.h"
#include "../mem/segment.h"
#include "../coll/constants.h"

static UPCR_PER_THREAD pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static UPCR_PER_THREAD struct upcr_op *active;    /* under the mutex */
static UPCR_PER_THREAD _Atomic int actives;       /* written under the mutex, read without */
static UPCR_PER_THREAD struct upcr_op *open;      /* those with a handle; under the mutex */
static UPCR_PER_THREAD unsigned long last_handle; /* under the mutex */

/* Wakes others before a long step, so that they do not sleep while the thread is busy. */
static void wake_before(const struct upcr_step *step) {
  if (step->n > UPCR_LONG_STEP)
    upcr_letters_wake();
}

static void copy(const struct upcr_op *op, const struct upcr_step *step) {
  wake_before(step);
  if (step->from)
    memmove(step->to, step->from, step->n);
  else
    upcr_getb(step->to, op->offer_at + step->at, step->n);
}

/* Not inlined, for its large stack frame. */
__attribute__((noinline)) static void fold(const struct upcr_op *op, const struct upcr_step *step) {
  _Alignas(16) char room[2 * UPCR_CHUNK_BYTES];
  bool first = step->kind == UPCR_STEP_FOLD_LEFT;
  upcr_pts_t at = op->offer_at + step->at;
  const char *here = step->from ? step->from : upcr_reach(at);
  wake_before(step);
  if (here)
    upcr_fold_vector(&op->reduction, step->to, step->to, here, step->n, first);
  else
    upcr_fold_far_vector(&op->reduction, step->to, step->to, at, step->n, first, room,
                         UPCR_CHUNK_BYTES);
}

static bool offer(const struct upcr_op *op, struct upcr_step *step) {
  if (!upcr_letter_offer(op, step->peer, step->from, step->n))
    return false;
  step->at = upcr_letter_last_long(op, step->peer);
  return true;
}

/* All that the thread has offered it, that is. */
static bool is_read(const struct upcr_op *op, int by) {
  return upcr_letter_was_read(op, by, upcr_letter_last_long(op, by));
}

/* False: it has to wait. */
static bool is_done(struct upcr_op *op, struct upcr_step *step) {
  switch (step->kind) {
  case UPCR_STEP_AWAIT_READ:
    return is_read(op, step->peer);
  case UPCR_STEP_TAKE:
    return upcr_letter_take_offer(op, step->peer, step->n, &op->offer_at);
  case UPCR_STEP_OFFER:
    return offer(op, step);
  case UPCR_STEP_RELEASE:
    upcr_letter_release(op, step->peer, step->n);
    break;
  case UPCR_STEP_COPY:
    copy(op, step);
    break;
  case UPCR_STEP_FOLD:
  case UPCR_STEP_FOLD_LEFT:
    fold(op, step);
    break;
  }
  return true;
}

static bool may_run(const struct upcr_op *op) {
  return op->team->slot_done[op->number % UPCR_TEAM_SLOTS] == op->number - UPCR_TEAM_SLOTS;
}

static bool advance(struct upcr_op *op) {
  size_t before = op->next;
  if (!may_run(op))
    return false;
  while (op->next < op->steps && is_done(op, &op->step[op->next]))
    op->next++;
  return op->next > before;
}

/* The readers have released all offers of the operation, whose steps are done. */
static bool was_read(struct upcr_op *op) {
  for (; op->read < op->steps; op->read++) {
    const struct upcr_step *step = &op->step[op->read];
    if (step->kind == UPCR_STEP_OFFER && step->n > UPCR_TEAM_INLINE &&
        !upcr_letter_was_read(op, step->peer, (uint32_t)step->at))
      return false;
  }
  return true;
}

/* Buffered sends. The program has its own memory back, and the next operation gets the slot; the
 * operation stays in a list until its readers have released its offers. UPCR_BUFFERED_MOST bounds
 * the memory; an operation beyond it waits for its readers. Releases are read with acquire before
 * memory is used again. All of this is under the mutex. */

static UPCR_PER_THREAD struct upcr_op *unread;
static UPCR_PER_THREAD size_t buffered, reclaim_above; /* bytes */

/* True if an operation whose steps are done is complete now, because it has offered only scratch
 * memory and not too much is buffered already. */
static bool completes_buffered(struct upcr_op *op) {
  size_t n = op->scratch_bytes;
  if (op->offers_other || buffered + n > UPCR_BUFFERED_MOST)
    return false;
  op->is_buffered = true;
  buffered += n;
  return true;
}

static void reclaim(void) {
  for (struct upcr_op **link = &unread, *op; (op = *link) != 0;) {
    if (!was_read(op)) {
      link = &op->next_open;
      continue;
    }
    *link = op->next_open;
    buffered -= op->scratch_bytes;
    upcr_op_free(op);
  }
}

static void keep(struct upcr_op *op) {
  op->next_open = unread;
  unread = op;
  if (buffered <= reclaim_above)
    return;
  reclaim();
  reclaim_above = buffered + UPCR_BUFFERED_BEFORE_RECLAIM;
}

static bool is_over(struct upcr_op *op) {
  if (op->next < op->steps || !may_run(op))
    return false;
  return !op->offers_long || completes_buffered(op) || was_read(op);
}

/* Under the mutex: other pthreads only read it. */
static void count_active(int more) {
  atomic_store_explicit(&actives, atomic_load_explicit(&actives, memory_order_relaxed) + more,
                        memory_order_relaxed);
}

/* The last access to an operation: another pthread of the program may wait for it, and free it at
 * once. */
static void complete(struct upcr_op *op) {
  bool may_be_awaited = op->may_be_awaited;
  op->team->slot_done[op->number % UPCR_TEAM_SLOTS] = op->number;
  count_active(-1);
  atomic_store_explicit(&op->is_done, true, memory_order_release);
  if (may_be_awaited)
    upcr_letters_owe(upcr_self.mythread);
}

static bool advance_all(void) {
  bool moved = false;
  for (struct upcr_op **link = &active, *op; (op = *link) != 0;) {
    moved |= advance(op);
    if (!is_over(op)) {
      link = &op->next_active;
      continue;
    }
    moved = true;
    *link = op->next_active;
    complete(op);
  }
  upcr_letters_wake();
  return moved;
}

static bool go_on_locked(void) {
  bool moved = false;
  while (advance_all())
    moved = true;
  return moved;
}

static bool go_on(void) {
  bool moved;
  if (atomic_load_explicit(&actives, memory_order_relaxed) == 0 ||
      pthread_mutex_trylock(&mutex) != 0)
    return false;
  moved = go_on_locked();
  pthread_mutex_unlock(&mutex);
  return moved;
}

void upcr_ops_go_on(void) { go_on(); }

/* Frees a complete operation that the program no longer refers to, or keeps it until its memory has
 * been read. */
static void retire(struct upcr_op *op) {
  if (!op->is_buffered) {
    upcr_op_free(op);
    return;
  }
  pthread_mutex_lock(&mutex);
  keep(op);
  pthread_mutex_unlock(&mutex);
}

/* Under the mutex. As in the collectives of all threads, other threads learn of the operation only
 * from words that are written with release after the thread's earlier accesses; the full fence is
 * at the end. */
static void start(struct upcr_op *op) {
  struct upcr_op **link = &active;
  op->number = ++op->team->last;
  op->next_active = 0;
  upcr_op_publish(op);
  while (*link)
    link = &(*link)->next_active;
  *link = op;
  count_active(1);
  go_on_locked();
  op->may_be_awaited = true;
}

struct waiting {
  const struct upcr_op *op;
  struct upcr_stall_timer stall_timer;
};

/* The acquire pairs with the release in complete(): the operation's data are there. */
static bool is_complete(const struct upcr_op *op) {
  return atomic_load_explicit(&op->is_done, memory_order_acquire);
}

static bool complete_or_overdue(void *arg) {
  struct waiting *waiting = arg;
  return is_complete(waiting->op) || upcr_stall_timer_expired(&waiting->stall_timer);
}

static void wait_for(const struct upcr_op *op, bool quietly) {
  while (!is_complete(op)) {
    struct waiting waiting = {.op = op};
    upcr_wait_until(complete_or_overdue, &waiting, upcr_collective_name(op->function));
    if (!quietly && !is_complete(op))
      upcr_op_look_for_members(op);
  }
  upcr_settle_far();
  upcr_full_fence();
}

static bool have_read(void *team) {
  bool all = true;
  pthread_mutex_lock(&mutex);
  for (struct upcr_op *op = unread; op; op = op->next_open)
    all &= op->team != team || was_read(op);
  pthread_mutex_unlock(&mutex);
  return all;
}

void upcr_ops_reclaim(struct upcx_team *team) {
  upcr_wait_until(have_read, team, "upcx_team_free");
  pthread_mutex_lock(&mutex);
  reclaim();
  pthread_mutex_unlock(&mutex);
}

/* The link to the operation with this handle; to 0 if it was synchronised before. */
static struct upcr_op **find(unsigned long handle) {
  struct upcr_op **link = &open;
  if (handle > (last_handle | UPCR_DEFERRED) || handle == UPCR_DEFERRED)
    upcr_fatal("handle %#lx is not one of this thread's operations (UPC 7.9)", handle);
  while (*link && (*link)->handle != handle)
    link = &(*link)->next_open;
  return link;
}

/* Closes the handle of a complete operation and returns 0; else returns the operation. */
static struct upcr_op *close_or_find(unsigned long handle) {
  pthread_mutex_lock(&mutex);
  struct upcr_op **link = find(handle), *op = *link;
  bool closes = op && is_complete(op);
  if (closes) {
    *link = op->next_open;
    op->team->open--;
  }
  pthread_mutex_unlock(&mutex);
  if (!closes)
    return op;
  upcr_settle_far();
  upcr_full_fence();
  retire(op);
  return 0;
}

bool upcr_op_is_over(unsigned long handle) {
  pthread_mutex_lock(&mutex);
  const struct upcr_op *op = *find(handle);
  bool is_over = !op || is_complete(op);
  pthread_mutex_unlock(&mutex);
  return is_over;
}

/* A program may only test in a loop: gives the processor to the threads that it waits for. */
static void give_way(void) {
  static UPCR_PER_THREAD int attempts;
  if (upcr_is_simulated() || upcr_wait_oversubscribed() || ++attempts % UPCR_ATTEMPTS_TO_YIELD == 0)
    upcr_give_core_away();
}

static bool test(unsigned long handle) {
  if (!close_or_find(handle))
    return true;
  upcr_go_on();
  if (!close_or_find(handle))
    return true;
  give_way();
  return false;
}

static void wait(unsigned long handle) {
  struct upcr_op *op = close_or_find(handle);
  if (!op)
    return;
  wait_for(op, false);
  close_or_find(handle);
}

static void install(void) {
  static const struct upcr_deferred deferred = {test, wait};
  if (atomic_load_explicit(&upcr_background, memory_order_relaxed))
    return;
  atomic_store_explicit(&upcr_deferred, &deferred, memory_order_relaxed);
  atomic_store_explicit(&upcr_background, go_on, memory_order_relaxed);
}

void upcr_op_run(struct upcr_op *op, bool quietly) {
  install();
  pthread_mutex_lock(&mutex);
  start(op);
  pthread_mutex_unlock(&mutex);
  wait_for(op, quietly);
  retire(op);
}

unsigned long upcr_op_hand_out(struct upcr_op *op) {
  install();
  pthread_mutex_lock(&mutex);
  unsigned long handle = op->handle = ++last_handle | UPCR_DEFERRED;
  op->next_open = open;
  open = op;
  op->team->open++;
  start(op);
  pthread_mutex_unlock(&mutex);
  return handle;
}
