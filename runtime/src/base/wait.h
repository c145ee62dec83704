/* SPDX-License-Identifier: Apache-2.0 */
/* The one wait of the runtime: spins briefly, gives the core away, then sleeps on the thread's own
 * doorbell.
 *
 * A thread sleeps on its bell only, whatever it waits for, so that a request of the transport can
 * wake it too. No other loop of the runtime spins. */
#ifndef UPCR_BASE_WAIT_H
#define UPCR_BASE_WAIT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "wait_note.h"

/* A doorbell: `bell` counts rings, `asleep` those who sleep on it or are about to (a program's own
 * pthreads may wait at once in one UPC thread). Both in memory that all processes share. */
struct upcr_bell {
  _Atomic uint32_t *bell;
  _Atomic uint32_t *asleep;
};

/* True once the wait is over; reads memory that a waker publishes before it rings. May end the job.
 */
typedef bool upcr_condition(void *arg);

/* Sets the calling UPC thread's bell and its note. */
void upcr_wait_attach(struct upcr_bell bell, struct upcr_wait_note *note);

/* A wait: for done(arg); what the thread is said to wait for; what is called before each sleep, 0
 * for nothing. `alone`: the waiter holds what operations in the background want (upcr_background),
 * so they rest meanwhile. `answers`, 0 for no: true if a thread that can end the wait runs now, as
 * far as it says (upcr_wait_say_away). By this guess a crowded wait spins before it yields. */
struct upcr_waiting {
  upcr_condition *done;
  void *arg;
  struct upcr_wait_reason reason;
  void (*nudge)(void *arg);
  upcr_condition *answers;
  bool alone;
};

/* From now on `away` counts the calling UPC thread while it has yielded or sleeps; `answers` of
 * other threads reads it. Threads may share a count. 0, as at the start: nobody asks. */
void upcr_wait_say_away(_Atomic uint32_t *away);

/* Tunes all waits of the process: crowded is where the node has more threads than processors, and
 * nobody spins. */
void upcr_wait_tune(bool crowded);
/* Before the process's threads start: progress takes a system call, so waits spin fewer times. */
void upcr_wait_costly_progress(void);
bool upcr_wait_crowded(void);

/* Serves the transport until wait->done is true. The condition is read with the order of its own
 * loads. */
void upcr_wait_for(const struct upcr_waiting *wait);

/* The same without a nudge, of kind OTHER. */
void upcr_wait_until(upcr_condition *done, void *arg, const char *what);

/* How often a thread looks at what another is about to write before it begins to wait: as long as a
 * cache line takes to come from another processor; once where the node is crowded. */
int upcr_watch_looks(void);

/* Looks so often at a word, whose upper half counts modulo 2^32, or until the count is `number` or
 * more. Gives the word, read with acquire. Serves nothing: the wait itself comes after it. */
uint64_t upcr_watch(const uint64_t *word, uint32_t number);

/* Sleeps once on any bell, unless done(arg): for threads that are no UPC thread. */
void upcr_sleep_unless(struct upcr_bell bell, upcr_condition *done, void *arg);

/* Wakes the bell's sleepers. Called after what they wait for was published. A full fence. */
void upcr_ring(struct upcr_bell bell);

/* The same where it was published by a sequentially consistent read-modify-write: needs no fence.
 */
void upcr_ring_published(struct upcr_bell bell);

/* Gives the core away once; for the poll of a program's waiting loops. */
void upcr_give_core_away(void);

/* Serves requests of other threads; true if there was one. Set by the transport at start, never
 * null. */
extern bool (*_Atomic upcr_progress)(void);

/* Goes on with what the calling thread has under way in the background (team/engine.c); true if
 * something moved. 0: nothing has ever been. Takes no lock of the heaps, and does not wait for what
 * a waiter brings. */
extern bool (*_Atomic upcr_background)(void);

/* Serves requests of other threads, then goes on with what is in the background; true if there was
 * something to do. */
bool upcr_go_on(void);

/* Called before each sleep of a wait, 0 for nothing: the thread looks at the transport no more. */
extern void (*upcr_before_resting)(void);

/* Called before the first sleep of a wait, 0 for nothing: boot/ flushes standard output with it. */
extern void (*upcr_before_sleep)(void);

#endif
