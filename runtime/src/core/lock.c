/* SPDX-License-Identifier: Apache-2.0 */
/* Locks: one word for holder and arriving waiters, one for the holder's queue.
 *
 * A thread that finds the lock held pushes itself on the word's stack, in the same compare-and-swap
 * that saw the holder, and waits. A release takes the oldest known waiter out of the queue. Only
 * the holder takes waiters out, and a waiter leaves only when it is taken out, so links are stable
 * while they are read.
 *
 * A release hands the lock to a waiter that spins, so the queue is fair while every thread has a
 * processor. A waiter that has yielded its processor would keep the lock from all others until it
 * runs again. For such a waiter the lock becomes free, and it is woken to compete; until it has
 * reached the word again (WOKEN), no other is woken. No wake-up is lost: a push succeeds only on a
 * held lock, and the release of a lock with waiters wakes one of them unless WOKEN says that one is
 * on its way. That one then takes the lock, or pushes itself on a held one, and clears WOKEN in the
 * same compare-and-swap. models/lock.pml checks it.
 *
 * Before a thread queues, it polls the lock for a short time (take_by_polling). */
#include "lock.h"

#include "../base/atomics.h"
#include "../base/log.h"
#include "../base/system.h"
#include "../base/simulated.h"
#include "../base/wait.h"
#include "../check/check.h"
#include "../check/collective_calls.h"
#include "../mem/control.h"
#include "library.h"
#include "poll.h"
#include "remote.h"
#include "status.h"

static uint64_t holder_of(uint64_t word) { return word & 0xffffffffu; }
static uint64_t waiters_of(uint64_t word) { return word << 3 >> 35; }
static uint64_t make_word(uint64_t holder, uint64_t waiters, uint64_t flags) {
  return flags | waiters << 32 | holder;
}
#define WOKEN ((uint64_t)1 << 63)
#define SEVERAL ((uint64_t)1 << 62)
#define QUEUED ((uint64_t)1 << 61)
#define RETIRED 0xffffffffu /* the holder of a lock that was freed */

/* The grant to a waiter: a chance to compete for the lock, or the lock. NOTED: the lock, and the
 * holder has already recorded where the waiter takes it. */
enum grant { GRANT_NONE, GRANT_CHANCE, GRANT_LOCK, GRANT_NOTED };

enum {
  TURN_SPINS = 500,  /* some 200 ns */
  LONGEST_PAUSE = 16 /* pauses of the processor between two polls: some 800 ns, and as long for all
                        the shorter ones */
};

static uint64_t own_mark(void) { return (uint64_t)upcr_self.mythread + 1; }

static upcr_pts_t word_of(upcr_pts_t lock) { return lock + offsetof(struct upcr_lock, word); }
static upcr_pts_t queue_of(upcr_pts_t lock) { return lock + offsetof(struct upcr_lock, queue); }

/* The link of waiter `mark` (thread + 1). */
static upcr_pts_t next_of(uint64_t mark) { return upcr_header_pts(mark - 1, lock_next); }

/* The lock's words if they are mapped here. 0 also for the runtime's own locks in the headers of
 * segments: page 0 is not accessible at the segment's address, and reports do not need their
 * places. */
static struct upcr_lock *lock_here(upcr_pts_t lock) {
  char *at = upcr_pts_offset(lock) < UPCR_STATIC_BASE ? 0 : upcr_near(lock);
  return (struct upcr_lock *)(void *)at;
}

/* Records, for reports, the place where the lock was taken, in a line that the thread has just
 * written. */
static inline void note_near(struct upcr_lock *lock, void *at) {
  __atomic_store_n(&lock->taken, upcr_lock_taken(upcr_self.mythread, at), __ATOMIC_RELAXED);
}

/* Reuses the lock's earlier record, if it is still there, so that at most one record is about the
 * lock. The fence pairs with the reader's (far_taken_at): a reader of the new `at` then reads
 * `lock` as 0 or as new. */
static void note_far(upcr_pts_t lock, void *at) {
  struct upcr_segment_header *own = upcr_segment_header(upcr_self.mythread);
  unsigned i = 0;
  while (i < UPCR_FAR_LOCKS && own->far_lock[i].lock != lock)
    i++;
  struct upcr_far_lock *place =
      &own->far_lock[i < UPCR_FAR_LOCKS ? i : own->far_locks++ % UPCR_FAR_LOCKS];
  __atomic_store_n(&place->lock, 0, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_RELEASE);
  __atomic_store_n(&place->at, at, __ATOMIC_RELAXED);
  __atomic_store_n(&place->lock, lock, __ATOMIC_RELEASE);
}

static void note_taken(upcr_pts_t lock, void *at) {
  struct upcr_lock *here = lock_here(lock);
  if (here)
    note_near(here, at);
  else
    note_far(lock, at);
}

/* Records the place before the thread waits: the holder, which hands it the lock, has the line
 * then. `at` may be 0: no record. */
static void note_coming(struct upcr_lock *lock, void *at) {
  if (lock && at)
    __atomic_store_n(&lock->coming, upcr_lock_taken(upcr_self.mythread, at), __ATOMIC_RELAXED);
}

/* Called by the holder, which hands the lock to `mark`. False if the lock is far, or if another
 * waiter has overwritten the record. */
static bool note_handed(struct upcr_lock *lock, uint64_t mark) {
  uint64_t coming = lock ? __atomic_load_n(&lock->coming, __ATOMIC_RELAXED) : 0;
  if (coming == 0 || coming >> UPCR_LOCK_ADDRESS_BITS != mark - 1)
    return false;
  __atomic_store_n(&lock->taken, coming, __ATOMIC_RELAXED);
  return true;
}

static void reject_retired(uint64_t word, const char *what) {
  if (holder_of(word) == RETIRED)
    upcr_fatal("%s of a lock that was freed (UPC 7.2.4)", what);
}

struct lock_wait {
  const uint64_t *granted;
  uint32_t finished; /* threads that had ended when the holder was last checked */
};

/* Changes when a thread of the node ends, or the end of a thread of another node becomes known. The
 * acquires pair with the increments in upcr_barrier_at_end and boot/nodes.c: the caller then reads
 * the thread's state as finished. */
static uint32_t finished_threads(void) {
  return atomic_load_explicit(&upcr_job->core->finished, memory_order_acquire) +
         atomic_load_explicit(&upcr_job->core->early.known, memory_order_acquire);
}

/* Also true when a thread has ended: the holder may be far, so the caller examines it outside the
 * wait. Each acquire of a grant pairs with the release in grant_to(). */
static bool is_granted_or_news(void *arg) {
  const struct lock_wait *wait = arg;
  return __atomic_load_n(wait->granted, __ATOMIC_ACQUIRE) || finished_threads() != wait->finished;
}

/* A thread that has ended never releases: its holding the lock after it was seen to have ended
 * proves it. */
static void check_holder(upcr_pts_t lock, const char *what) {
  uint64_t word = upcr_word_load(word_of(lock)), holder = holder_of(word);
  reject_retired(word, what);
  if (holder == 0)
    return;
  struct upcr_thread_status status = upcr_thread_status((int)holder - 1);
  if (status.state >= UPCR_STATE_FINISHED && holder_of(upcr_word_load(word_of(lock))) == holder)
    upcr_fatal_after_end(
        status.exit_status,
        "%s waits for a lock that thread %d holds, which has ended without upc_unlock", what,
        (int)holder - 1);
}

/* Two alternating threads hand the lock over within one or two transfers of a line; for that time
 * only the grant is polled. */
static void spin_for_grant(const uint64_t *granted) {
  for (int i = 0; i < TURN_SPINS && __atomic_load_n(granted, __ATOMIC_ACQUIRE) == GRANT_NONE; i++)
    ;
}

/* Returns the grant. */
static enum grant wait_for_grant(upcr_pts_t lock, const uint64_t *granted, const char *what) {
  struct lock_wait wait = {granted, 0};
  uint64_t grant;
  if (!upcr_wait_oversubscribed())
    spin_for_grant(granted);
  while ((grant = __atomic_load_n(granted, __ATOMIC_ACQUIRE)) == GRANT_NONE) {
    upcr_wait_for(
        &(struct upcr_waiting){.done = is_granted_or_news,
                               .arg = &wait,
                               .reason = {.kind = UPCR_WAIT_LOCK, .what = what, .object = lock}});
    if (wait.finished != finished_threads()) {
      wait.finished = finished_threads();
      check_holder(lock, what);
    }
  }
  return (enum grant)grant;
}

static bool try_lock(upcr_pts_t lock) {
  uint64_t word = 0;
  while (holder_of(word) == 0) /* waiters may be queued on a free lock: keep them */
    if (upcr_word_cas(word_of(lock), &word, word | own_mark()))
      return true;
  return false;
}

/* Before a thread queues: polls the lock for a short time, as long as no thread is queued.
 * Meanwhile the holder may release and take the lock again, which costs it a few nanoseconds;
 * handing a lock over takes three transfers of a line. The time is bounded: then the thread queues
 * and gets the next release. The intervals grow, because each poll steals the line from the
 * holder. */
static bool take_by_polling(upcr_pts_t lock) {
  const uint64_t *at = upcr_wait_oversubscribed() ? 0 : upcr_reach(word_of(lock));
  for (int pauses = 1; at && pauses <= LONGEST_PAUSE; pauses *= 2) {
    for (int i = 0; i < pauses; i++)
      upcr_cpu_pause();
    uint64_t word = __atomic_load_n(at, __ATOMIC_RELAXED);
    if (word == 0 && try_lock(lock))
      return true;
    if (waiters_of(word) || word & QUEUED || holder_of(word) == own_mark() ||
        holder_of(word) == RETIRED)
      return false;
  }
  return false;
}

static void reject_own_or_retired(uint64_t word, const char *what) {
  reject_retired(word, what);
  if (holder_of(word) == own_mark())
    upcr_fatal("%s of a lock that the thread already holds (UPC 7.2.4)", what);
}

/* Takes the lock, or pushes the thread on its waiters: true if taken. `woken` is WOKEN if this
 * thread is the one it means, else 0. */
static bool take_or_push(upcr_pts_t lock, struct upcr_segment_header *own, uint64_t woken,
                         const char *what, void *at) {
  uint64_t word = upcr_word_load(word_of(lock));
  for (;;) {
    reject_own_or_retired(word, what);
    uint64_t wanted =
        make_word(own_mark(), waiters_of(word), word & ~woken & (WOKEN | SEVERAL | QUEUED));
    bool is_free = holder_of(word) == 0;
    if (!is_free) {
      uint64_t several = waiters_of(word) ? SEVERAL : 0;
      __atomic_store_n(&own->lock_next, waiters_of(word), __ATOMIC_RELAXED);
      wanted = make_word(holder_of(word), own_mark(), (word & ~woken & (WOKEN | QUEUED)) | several);
      note_coming(lock_here(lock), at);
    }
    if (upcr_word_cas(word_of(lock), &word, wanted))
      return is_free;
  }
}

/* The waiter's words in the header are one set for the UPC thread; its own pthreads wait in turn.
 */
static pthread_mutex_t waiter_mutex = PTHREAD_MUTEX_INITIALIZER;

static void acquire_slowly(upcr_pts_t lock, const char *what, void *at) {
  struct upcr_segment_header *own = upcr_segment_header(upcr_self.mythread);
  uint64_t woken = 0;
  enum grant grant = GRANT_NONE;
  upcr_own_pthreads_lock(&waiter_mutex);
  do {
    __atomic_store_n(&own->lock_granted, GRANT_NONE, __ATOMIC_RELAXED); /* published by the push */
    if (take_or_push(lock, own, woken, what, at))
      break;
    grant = wait_for_grant(lock, &own->lock_granted, what);
    woken = WOKEN;
  } while (grant == GRANT_CHANCE);
  upcr_own_pthreads_unlock(&waiter_mutex);
  if (at && grant != GRANT_NOTED)
    note_taken(lock, at);
}

void upcr_lock_acquire(upcr_pts_t lock, const char *what) {
  if (!try_lock(lock) && !take_by_polling(lock))
    acquire_slowly(lock, what, 0);
}

/* Takes all new waiters off the word's stack. Returns them as a list, the oldest first. */
static uint64_t take_waiters(upcr_pts_t lock, uint64_t word) {
  while (
      !upcr_word_cas(word_of(lock), &word, make_word(holder_of(word), 0, word & (WOKEN | QUEUED))))
    ;
  uint64_t oldest = 0;
  for (uint64_t mark = waiters_of(word), next; mark; mark = next) {
    next = upcr_word_load(next_of(mark));
    if (next != oldest)
      upcr_word_store(next_of(mark), oldest);
    oldest = mark;
  }
  return oldest;
}

/* Called by the holder: takes out the oldest known waiter; there must be one. *queued: QUEUED if
 * others are left in the queue, else 0. */
static uint64_t take_first(upcr_pts_t lock, uint64_t word, uint64_t *queued) {
  uint64_t first = word & QUEUED ? upcr_word_load(queue_of(lock)) : take_waiters(lock, word);
  uint64_t rest = upcr_word_load(next_of(first));
  upcr_word_store(queue_of(lock), rest);
  *queued = rest ? QUEUED : 0;
  return first;
}

/* Replaces holder, WOKEN and QUEUED in a word to which others may push. */
static void set_holder(upcr_pts_t lock, uint64_t holder, uint64_t flags) {
  uint64_t word = upcr_word_load(word_of(lock));
  while (!upcr_word_cas(word_of(lock), &word,
                        make_word(holder, waiters_of(word), (word & SEVERAL) | flags)))
    ;
}

/* Hands the lock over. The store's release publishes the critical section to the next holder. */
static void grant_to(uint64_t mark, enum grant grant) {
  upcr_word_store(upcr_header_pts(mark - 1, lock_granted), grant);
  upcr_net->wake((int)mark - 1);
}

/* If there is only one waiter, makes it the holder in one step; false if there are more. Does not
 * read the waiter's own line, on which it spins. */
static bool hand_to_only_waiter(upcr_pts_t lock, uint64_t word) {
  uint64_t only = waiters_of(word);
  if ((word & (QUEUED | SEVERAL)) != 0 ||
      !upcr_word_cas(word_of(lock), &word, make_word(only, 0, 0)))
    return false;
  grant_to(only, note_handed(lock_here(lock), only) ? GRANT_NOTED : GRANT_LOCK);
  return true;
}

/* A hint whether the waiter still has its processor; either answer is correct. True for a waiter of
 * another node, since competing takes it a round trip, and for a simulated thread. */
static bool spins(uint64_t mark) {
  if (!upcr_in_node((int)mark - 1) || upcr_is_simulated())
    return true;
  return atomic_load_explicit(&upcr_job->thread[mark - 1].wait.what, memory_order_relaxed) == 0;
}

/* Releases the lock to one of its waiters. WOKEN is clear. */
static void release_to_waiter(upcr_pts_t lock, uint64_t word) {
  bool has_processors = !upcr_wait_oversubscribed();
  if (has_processors && waiters_of(word) != 0 && spins(waiters_of(word)) &&
      hand_to_only_waiter(lock, word))
    return;
  uint64_t queued, first = take_first(lock, word, &queued);
  bool hand_over = has_processors && spins(first);
  set_holder(lock, hand_over ? first : 0, (hand_over ? 0 : WOKEN) | queued);
  grant_to(first, hand_over ? GRANT_LOCK : GRANT_CHANCE);
}

static void check_released(uint64_t word, const char *what) {
  reject_retired(word, what);
  if (holder_of(word) == 0)
    upcr_fatal("%s of a lock that no thread holds (UPC 7.2.4)", what);
  if (holder_of(word) != own_mark())
    upcr_fatal("%s of a lock that thread %d holds (UPC 7.2.4)", what, (int)holder_of(word) - 1);
}

void upcr_lock_release(upcr_pts_t lock, const char *what) {
  uint64_t word = upcr_word_load(word_of(lock));
  check_released(word, what);
  while (word & WOKEN || !(word & QUEUED || waiters_of(word)))
    if (upcr_word_cas(word_of(lock), &word, word & ~(uint64_t)0xffffffffu))
      return;
  release_to_waiter(lock, word);
}

__attribute__((cold)) _Noreturn static void report_pointer(upcr_pts_t lock, const char *what) {
  upcr_fatal("%s of %s (UPC 7.2.4)", what,
             lock == 0 ? "a null pointer" : "a pointer that is no lock");
}

/* Ends the job for null and uninitialised pointers, which would name other data. */
static inline void check_pointer(upcr_pts_t lock, const char *what) {
  unsigned long offset = upcr_pts_offset(lock);
  if (__builtin_expect(upcr_thread(lock) >= (unsigned long)upcr_self.threads ||
                           offset < upcr_job->heap_base || offset >= upcr_job->heap_end ||
                           offset % _Alignof(struct upcr_lock) != 0,
                       0))
    report_pointer(lock, what);
}

void upcr_lock_retire(upcr_pts_t lock, const char *what) {
  check_pointer(lock, what);
  uint64_t word = upcr_word_load(word_of(lock)), waiter = 0;
  do
    reject_retired(word, what);
  while (!upcr_word_cas(word_of(lock), &word, make_word(RETIRED, 0, 0)));
  waiter = waiters_of(word) ? waiters_of(word) : upcr_word_load(queue_of(lock));
  if (waiter)
    upcr_fatal("%s of a lock that thread %d waits for (UPC 7.2.4.4)", what, (int)waiter - 1);
}

__attribute__((noinline)) static void lock_slowly(upcr_pts_t ptr, void *at) {
  if (try_lock(ptr) || take_by_polling(ptr))
    note_taken(ptr, at);
  else
    acquire_slowly(ptr, "upc_lock", at);
  if (upcr_check_on())
    upcr_held_add(ptr);
  upcr_fence_beside_rmw();
}

/* False if puts may be under way or the program is checked. Then separate functions do the work by
 * tail calls, so that the callers need no stack frame. */
static inline bool is_plain(void) {
  return __builtin_expect((upcr_now.far_relaxed == 0) & !upcr_check_on(), 1);
}

__attribute__((noinline, cold)) static void settle_and_lock(upcr_pts_t ptr, void *at) {
  upcr_settle_far();
  lock_slowly(ptr, at);
}

/* Taking and releasing a free lock without waiters are one compare-and-swap each, which comes
 * first: a load would fetch the lock's line as shared, and the compare-and-swap would have to
 * request it again. */
void upc_lock(upcr_pts_t ptr) {
  check_pointer(ptr, "upc_lock");
  struct upcr_lock *lock = lock_here(ptr);
  void *at = __builtin_return_address(0);
  uint64_t free = 0;
  if (!is_plain()) {
    settle_and_lock(ptr, at);
    return;
  }
  if (!lock || !__atomic_compare_exchange_n(&lock->word, &free, own_mark(), 0, __ATOMIC_SEQ_CST,
                                            __ATOMIC_RELAXED)) {
    lock_slowly(ptr, at);
    return;
  }
  note_near(lock, at);
  upcr_fence_beside_rmw();
}

int upc_lock_attempt(upcr_pts_t ptr) {
  check_pointer(ptr, "upc_lock_attempt");
  upcr_settle_far();
  if (!try_lock(ptr)) {
    reject_own_or_retired(upcr_word_load(word_of(ptr)), "upc_lock_attempt");
    upcr_poll_failed(); /* a program may spin on attempts: let the holder run */
    return 0;
  }
  note_taken(ptr, __builtin_return_address(0));
  if (upcr_check_on())
    upcr_held_add(ptr);
  upcr_fence_beside_rmw();
  return 1;
}

__attribute__((noinline)) static void unlock_slowly(upcr_pts_t ptr) {
  upcr_lock_release(ptr, "upc_unlock");
  upcr_unlocked();
}

__attribute__((noinline, cold)) static void settle_and_unlock(upcr_pts_t ptr) {
  upcr_settle_far();
  if (upcr_check_on())
    upcr_held_drop(ptr);
  upcr_fence_beside_rmw();
  unlock_slowly(ptr);
}

void upc_unlock(upcr_pts_t ptr) {
  check_pointer(ptr, "upc_unlock");
  struct upcr_lock *lock = lock_here(ptr);
  uint64_t held = own_mark();
  if (!is_plain()) {
    settle_and_unlock(ptr);
    return;
  }
  upcr_fence_beside_rmw();
  if (!lock ||
      !__atomic_compare_exchange_n(&lock->word, &held, 0, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
    unlock_slowly(ptr);
  else
    upcr_unlocked();
}

void upcr_lock_report_held(void) {
  size_t n;
  const struct upcr_held *held = upcr_held_all(&n);
  for (size_t i = 0; i < n; i++)
    if (holder_of(upcr_word_load(word_of(held[i].lock))) == own_mark())
      upcr_warn("the thread ends while it holds a lock that it took at %s:%d: upc_unlock is "
                "missing (UPC 7.2.4)",
                held[i].site.file, held[i].site.line);
  upcr_held_forget();
}

/* The place where a thread took a lock that is far for it; 0: unknown. Pairs with note_far(). */
static void *far_taken_at(int thread, uint64_t lock) {
  const struct upcr_segment_header *header = upcr_segment_header(thread);
  for (int i = 0; i < UPCR_FAR_LOCKS; i++) {
    const struct upcr_far_lock *place = &header->far_lock[i];
    if (__atomic_load_n(&place->lock, __ATOMIC_ACQUIRE) != lock)
      continue;
    void *at = __atomic_load_n(&place->at, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return __atomic_load_n(&place->lock, __ATOMIC_RELAXED) == lock ? at : 0;
  }
  return 0;
}

/* May be wrong while the lock changes hands, so boot/deadlock.c reads it twice. */
struct upcr_lock_seen upcr_core_examine_lock(uint64_t pointer) {
  struct upcr_lock_seen seen = {.holder = -1};
  if (upcr_thread(pointer) >= (unsigned long)upcr_job->config.threads ||
      upcr_pts_offset(pointer) >= upcr_job->heap_end)
    return seen;
  if (!upcr_in_node((int)upcr_thread(pointer))) {
    for (int t = upcr_job->config.first; t < upcr_job->config.end && !seen.taken_at; t++)
      seen.taken_at = far_taken_at(seen.taker = t, pointer);
    return seen;
  }
  const struct upcr_lock *lock =
      (const struct upcr_lock *)(const void *)upcr_segment_address(pointer);
  uint64_t holder = holder_of(__atomic_load_n(&lock->word, __ATOMIC_ACQUIRE));
  if (holder == 0 || holder > (uint64_t)upcr_job->config.threads)
    return seen;
  seen.holder = seen.taker = (int)holder - 1;
  uint64_t taken = __atomic_load_n(&lock->taken, __ATOMIC_RELAXED);
  if (taken >> UPCR_LOCK_ADDRESS_BITS == holder - 1)
    seen.taken_at = (void *)(taken & ((UINT64_C(1) << UPCR_LOCK_ADDRESS_BITS) - 1));
  else if (upcr_in_node(seen.holder))
    seen.taken_at = far_taken_at(seen.holder, pointer);
  return seen;
}
