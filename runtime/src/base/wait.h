/* SPDX-License-Identifier: Apache-2.0 */
/* The one wait of the runtime: spins briefly, yields the core, then sleeps on the thread's own
 * doorbell.
 *
 * A thread sleeps on its bell only, whatever it waits for, so that a request of the transport can
 * wake it too. No other loop of the runtime spins. */
#ifndef UPCR_BASE_WAIT_H
#define UPCR_BASE_WAIT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "wait_reason.h"

/* A doorbell: `bell` counts rings, `asleep` the pthreads that sleep on it or are about to (a
 * program's own pthreads may wait in one UPC thread at the same time). Both lie in memory that all
 * processes share. */
struct upcr_bell {
  _Atomic uint32_t *bell;
  _Atomic uint32_t *asleep;
};

/* True once the wait is over; reads memory that a waker publishes before it rings. May end the job.
 */
typedef bool upcr_condition(void *arg);

/* Sets the calling UPC thread's bell and its note. */
void upcr_wait_attach(struct upcr_bell bell, struct upcr_wait_record *note);

/* A wait until done(arg). `reason`: what reports say that the thread waits for. `nudge`: called
 * before each sleep, 0 for nothing. `alone`: the waiter holds a lock that operations in the
 * background need (upcr_background), so they are not continued. `answers`, or 0: true if a thread
 * that can end the wait seems to run now (upcr_wait_count_away); then an oversubscribed wait spins
 * before it yields. `patient`: the others come one after the other, at the start and the end of a
 * job; then an oversubscribed wait sleeps without yields, which would slow them down. */
struct upcr_waiting {
  upcr_condition *done;
  void *arg;
  struct upcr_wait_reason reason;
  void (*nudge)(void *arg);
  upcr_condition *answers;
  bool alone;
  bool patient;
};

/* From now on the calling UPC thread is counted in `away` while it has yielded or sleeps; `answers`
 * of other threads reads the count. Threads may share one. 0, as at the start: the thread is not
 * counted. */
void upcr_wait_count_away(_Atomic uint32_t *away);

/* Tunes all waits of the process. Oversubscribed: the node has more threads than processors, so
 * waits do not spin. */
void upcr_wait_tune(bool oversubscribed);
/* Before the process's threads start: progress takes a system call, so waits spin fewer times. */
void upcr_wait_costly_progress(void);
bool upcr_wait_oversubscribed(void);

/* Serves the transport until wait->done is true. The memory order is that of the condition's own
 * loads. */
void upcr_wait_for(const struct upcr_waiting *wait);

/* The same without a nudge, of kind OTHER. */
void upcr_wait_until(upcr_condition *done, void *arg, const char *what);

/* How often to read a word that another thread is about to write, before waiting: for the time of a
 * cache line's transfer; once if the node is oversubscribed. */
int upcr_watch_polls(void);

/* Reads a word up to that often, until its upper half, a count modulo 2^32, is at least `number`.
 * Returns the word, read with acquire. Serves no requests: the caller then waits. */
uint64_t upcr_watch(const uint64_t *word, uint32_t number);

/* Sleeps once on any bell, unless done(arg): for threads that are not UPC threads. */
void upcr_sleep_unless(struct upcr_bell bell, upcr_condition *done, void *arg);

/* Wakes the bell's sleepers. Call after publishing what they wait for. A full fence. */
void upcr_ring(struct upcr_bell bell);

/* The same after publication by a sequentially consistent read-modify-write: needs no fence. */
void upcr_ring_published(struct upcr_bell bell);

/* Yields the core once; for the poll of a program's waiting loops. */
void upcr_give_core_away(void);

/* Serves requests of other threads; true if there was one. The transport sets it at the start;
 * never null. */
extern bool (*_Atomic upcr_progress)(void);

/* Continues the calling thread's operations in the background (team/engine.c); true if one
 * progressed. 0 before the first operation. Takes no lock of the heaps, and does not wait for the
 * waiting thread. */
extern bool (*_Atomic upcr_background)(void);

/* Serves requests of other threads, then continues operations in the background; true if there was
 * work. */
bool upcr_go_on(void);

/* Called before each sleep of a wait, 0 for nothing: from now on the thread does not poll the
 * transport. */
extern void (*upcr_before_each_sleep)(void);

/* Called before the first sleep of a wait, 0 for nothing: boot/ flushes standard output with it. */
extern void (*upcr_before_first_sleep)(void);

#endif
