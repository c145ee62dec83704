/* SPDX-License-Identifier: Apache-2.0 */
/* Semaphores of <bupc_extensions.h>: a count in the memory of the thread that allocated it, its
 * owner. The owner sleeps until a post wakes it; any other waiting thread polls and yields the
 * core.
 *
 * A post to another node, with data or without, is a message without a reply. Puts and messages to
 * one thread are carried out in the order in which they were sent. */
#include <stdbool.h>
#include <string.h>

#include "../base/log.h"
#include "../base/wait.h"
#include "../check/check.h"
#include "../core/alloc.h"
#include "../core/library.h"
#include "../core/poll.h"
#include "../core/remote.h"
#include "../core/transfer.h"
#include "../mem/job.h"
#include "bupc_library.h"

enum {
  BOOLEAN = 1,
  INTEGER = 2,
  SPRODUCER = 4,
  MPRODUCER = 8,
  SCONSUMER = 16,
  MCONSUMER = 32,
  ALL = 63
};

/* Polls of another thread's semaphore before the wait counts as long. */
enum { LOOKS_TO_NOTE = 1000 };

/* The upper half of the flags while the semaphore exists. */
#define LIVE ((uint64_t)0x73656d61 << 32)

struct upcr_semaphore {
  _Alignas(64) uint64_t count;
  uint64_t flags; /* LIVE and those of bupc_sem_alloc */
};

#define flags_word(sem) ((sem) + offsetof(struct upcr_semaphore, flags))

static bool both(int flags, int one, int other) { return (flags & one) && (flags & other); }

static void check_flags(int flags) {
  if ((flags & ~ALL) || both(flags, BOOLEAN, INTEGER) || both(flags, SPRODUCER, MPRODUCER) ||
      both(flags, SCONSUMER, MCONSUMER))
    upcr_fatal("bupc_sem_alloc: flags %#x: at most one of BUPC_SEM_BOOLEAN and BUPC_SEM_INTEGER, "
               "one of the PRODUCERs and "
               "one of the CONSUMERs",
               (unsigned)flags);
}

/* The flags for one or many producers and consumers change nothing: the code is the same for
 * all. */
upcr_pts_t bupc_sem_alloc(int flags) {
  check_flags(flags);
  upcr_pts_t sem = upcr_alloc_own(sizeof(struct upcr_semaphore), UPCR_HEAP_LINE);
  if (sem) {
    upcr_word_store(sem, 0);
    upcr_word_store(flags_word(sem), LIVE | (uint64_t)flags);
  }
  return sem;
}

static bool is_live(uint64_t flags) { return (flags & ~(uint64_t)ALL) == LIVE; }

/* Returns the flags of the semaphore; ends the job if there is none. A concurrent free is not
 * detected. */
static int live_flags(upcr_pts_t sem, const char *what) {
  if (sem == 0)
    upcr_fatal("%s of a null pointer", what);
  uint64_t word = upcr_word_load(flags_word(sem));
  if (!is_live(word))
    upcr_fatal("%s of a semaphore that was freed or never allocated", what);
  return (int)(word & ALL);
}

void bupc_sem_free(upcr_pts_t sem) {
  if (sem == 0)
    return;
  live_flags(sem, "bupc_sem_free");
  upcr_word_store(flags_word(sem), 0);
  upcr_free_shared(sem, "bupc_sem_free");
}

static void add(upcr_pts_t sem, size_t n) {
  if (live_flags(sem, "bupc_sem_post") & BOOLEAN)
    upcr_word_store(sem, 1);
  else {
    struct upcr_net_atomic_args args = {.op = UPCR_NET_ADD, .width = 8, .operand = {n, 0}};
    upcr_atomic_at(sem, &args);
  }
}

/* The same for any pthread of the owner's process: uses no state of a UPC thread. */
static void add_here(struct upcr_semaphore *sem, uint64_t n) {
  uint64_t flags = __atomic_load_n(&sem->flags, __ATOMIC_ACQUIRE);
  if (!is_live(flags))
    upcr_fatal("bupc_sem_post of a semaphore that was freed or never allocated");
  if (flags & BOOLEAN)
    __atomic_store_n(&sem->count, 1, __ATOMIC_SEQ_CST);
  else
    __atomic_fetch_add(&sem->count, n, __ATOMIC_SEQ_CST);
}

/* Handler of a post with data: the address, then the bytes. */
static void put_here(const char *payload, size_t length) {
  upcr_pts_t to;
  memcpy(&to, payload, sizeof to);
  memcpy(upcr_segment_address(to), payload + sizeof to, length - sizeof to);
}

/* arg[0]: the semaphore; arg[1]: its increment, a release that pairs with the acquire in take().
 * `wake` is a full fence. */
static void handle(struct upcr_am *message) {
  if (message->length > 0)
    put_here(message->payload, message->length);
  add_here((struct upcr_semaphore *)upcr_segment_address(message->arg[0]), message->arg[1]);
  upcr_net->wake((int)upcr_thread(message->arg[0]));
  message->length = 0;
}

/* All processes run the same program, so all register the handler if one does. */
__attribute__((constructor)) static void set_handler(void) {
  upcr_am_table[UPCR_AM_SIGNAL] = handle;
}

/* Only posts to another node are messages: within a node, deadlock detection would not see an
 * outstanding post. */
static bool on_another_node(upcr_pts_t p) {
  return !upcr_reach(p) && !upcr_in_node((int)upcr_thread(p));
}

/* With run-time checks, reports an address that is no semaphore to the caller. */
static void check_post(upcr_pts_t sem) {
  if (upcr_check_on())
    live_flags(sem, "bupc_sem_post");
}

static void send(upcr_pts_t sem, size_t n) {
  check_post(sem);
  char nothing;
  struct upcr_am message = {.handler = UPCR_AM_SIGNAL, .arg = {sem, n}, .payload = &nothing};
  upcr_net->am_nbi((int)upcr_thread(sem), &message);
}

/* Release, pairs with take(): the thread that takes the post sees this thread's earlier writes. */
static void post(upcr_pts_t sem, size_t n) {
  if (sem == 0)
    upcr_fatal("bupc_sem_post of a null pointer");
  if (n == 0)
    return;
  upcr_net->flush();
  if (on_another_node(sem)) {
    send(sem, n);
    return;
  }
  upcr_full_fence();
  add(sem, n);
  upcr_net->wake((int)upcr_thread(sem));
}

void bupc_sem_postN(upcr_pts_t sem, size_t n) { post(sem, n); }

void bupc_sem_post(upcr_pts_t sem) { post(sem, 1); }

static int take(upcr_pts_t sem, size_t n) {
  if (sem == 0)
    upcr_fatal("bupc_sem_wait or bupc_sem_try of a null pointer");
  uint64_t count = upcr_word_load(sem);
  while (count >= n)
    if (upcr_word_cas(sem, &count, count - n)) {
      upcr_settle_far();
      upcr_full_fence();
      return 1;
    }
  return 0;
}

/* Yields: a program may poll by this function alone, and the posting thread needs a processor. */
static int try(upcr_pts_t sem, size_t n) {
  int taken = take(sem, n);
  if (!taken)
    upcr_poll_failed();
  return taken;
}

int bupc_sem_tryN(upcr_pts_t sem, size_t n) { return try(sem, n); }

int bupc_sem_try(upcr_pts_t sem) { return try(sem, 1); }

struct wanted {
  const uint64_t *count;
  size_t n;
};

static bool enough(void *arg) {
  const struct wanted *wanted = arg;
  return __atomic_load_n(wanted->count, __ATOMIC_ACQUIRE) >= wanted->n;
}

static struct upcr_wait_reason reason(upcr_pts_t sem, size_t n) {
  return (struct upcr_wait_reason){
      .kind = UPCR_WAIT_COUNT, .what = "a semaphore", .object = sem, .need = n};
}

/* True once the count is n; false after `polls` polls; polls forever if `polls` is negative. */
static bool poll_for(upcr_pts_t sem, size_t n, int polls) {
  while (upcr_word_load(sem) < n) {
    if (polls-- == 0)
      return false;
    upcr_poll_now();
  }
  return true;
}

static void await_elsewhere(upcr_pts_t sem, size_t n) {
  if (poll_for(sem, n, LOOKS_TO_NOTE))
    return;
  struct upcr_wait_reason outer = upcr_wait_set_reason(reason(sem, n));
  poll_for(sem, n, -1);
  upcr_wait_set_reason(outer);
}

/* Before a long wait, completes the thread's own messages: deadlock detection assumes that a thread
 * with outstanding messages may wake another. A post that comes soon does not wait for them. */
static void settle_before_a_long_wait(upcr_pts_t sem, size_t n) {
  if (upcr_now.far_relaxed != 0 && !poll_for(sem, n, LOOKS_TO_NOTE))
    upcr_settle_far();
}

/* live_flags() notices a semaphore that was freed. While the thread's note says that it waits, it
 * takes nothing: a reader of the note and then of the count knows whether the thread continues. */
static void await(upcr_pts_t sem, size_t n) {
  while (!take(sem, n)) {
    live_flags(sem, "bupc_sem_wait");
    settle_before_a_long_wait(sem, n);
    struct wanted wanted = {upcr_reach(sem), n};
    if ((int)upcr_thread(sem) == upcr_self.mythread)
      upcr_wait_for(
          &(struct upcr_waiting){.done = enough, .arg = &wanted, .reason = reason(sem, n)});
    else
      await_elsewhere(sem, n);
  }
}

void bupc_sem_waitN(upcr_pts_t sem, size_t n) { await(sem, n); }

void bupc_sem_wait(upcr_pts_t sem) { await(sem, 1); }

/* Bytes of a message, and most bytes of a blocking put that are copied into messages: the last one
 * is the post. */
enum { MESSAGE = 16384, COPIED = 32768 };

static size_t message_most(void) {
  return (upcr_net->am_max < MESSAGE ? upcr_net->am_max : MESSAGE) - sizeof(upcr_pts_t);
}

/* n is at most message_most(). */
static void post_with(upcr_pts_t dst, const char *src, size_t n, upcr_pts_t sem, size_t value) {
  char payload[MESSAGE];
  memcpy(payload, &dst, sizeof dst);
  memcpy(payload + sizeof dst, src, n);
  struct upcr_am message = {
      .handler = UPCR_AM_SIGNAL, .arg = {sem, value}, .length = sizeof dst + n, .payload = payload};
  upcr_net->am_nbi((int)upcr_thread(sem), &message);
  upcr_far_cache_write(dst, src, n);
}

static void copy_and_post(upcr_pts_t dst, const char *src, size_t n, upcr_pts_t sem, size_t value) {
  size_t most = message_most(), done = 0;
  for (; n - done > most; done += most)
    upcr_far_put(dst + done, src + done, most);
  post_with(dst + done, src + done, n - done, sem, value);
}

static void put_then_post(upcr_pts_t dst, const char *src, size_t n, upcr_pts_t sem, size_t value) {
  char nothing;
  struct upcr_am message = {.handler = UPCR_AM_SIGNAL, .arg = {sem, value}, .payload = &nothing};
  upcr_far_cache_forget();
  upcr_net->put_then(dst, src, n, &message);
}

static bool go_together(upcr_pts_t dst, size_t n, upcr_pts_t sem, size_t value) {
  return n > 0 && value > 0 && sem != 0 && on_another_node(sem) &&
         upcr_thread(dst) == upcr_thread(sem);
}

/* keeps: the runtime may read the source after this function has returned. */
static void put_and_post(const char *function, upcr_pts_t dst, const void *src, size_t n,
                         upcr_pts_t sem, size_t value, bool keeps) {
  bool is_copied = n <= (keeps ? message_most() : COPIED);
  if (!go_together(dst, n, sem, value) || (!is_copied && !keeps)) {
    upcr_memput_as(function, upcr_pp(dst, 0), src, n);
    post(sem, value);
    return;
  }
  upcr_check_argument(function, dst, n, "write");
  upcr_check_far(dst, n);
  check_post(sem);
  (is_copied ? copy_and_post : put_then_post)(dst, src, n, sem, value);
}

/* The thread that takes the post sees the sender's earlier writes to the same thread, and all
 * writes completed by a fence. */
void bupc_memput_signal(upcr_ppts_t dst, const void *src, size_t n, upcr_pts_t sem, size_t semval) {
  put_and_post("bupc_memput_signal", dst.p, src, n, sem, semval, false);
}

/* The caller must not change the source until the post is taken or a fence of the caller
 * completes. */
void bupc_memput_signal_async(upcr_ppts_t dst, const void *src, size_t n, upcr_pts_t sem,
                              size_t semval) {
  put_and_post("bupc_memput_signal_async", dst.p, src, n, sem, semval, true);
}
