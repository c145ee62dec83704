/* SPDX-License-Identifier: Apache-2.0 */
/* The reason for each UPC thread's wait. Readers are the supervisor's watchdog, its reports and its
 * search for deadlocks, and a thread that hands a lock over. */
#ifndef UPCR_BASE_WAIT_REASON_H
#define UPCR_BASE_WAIT_REASON_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Kinds of waits that the search for deadlocks distinguishes (boot/deadlock.c). */
enum upcr_wait_kind {
  UPCR_WAIT_OTHER,
  UPCR_WAIT_BARRIER,
  UPCR_WAIT_LOCK,
  UPCR_WAIT_COUNT,
  UPCR_WAIT_TASKS /* upcx_tasks_end */
};

/* In memory that all processes share: written by the thread when a wait gets long, read by any
 * thread at any time. `turn` is odd while the other fields change; it changes when a wait begins or
 * ends, so a reader of the same even value twice knows that the thread was in one wait
 * throughout. */
struct upcr_wait_record {
  _Atomic uint32_t turn;
  _Atomic int kind; /* enum upcr_wait_kind */
  _Atomic(const char *)
      what; /* a static string, at the same address in all processes; 0: the thread does not wait */
  /* Kind LOCK: the pointer-to-shared of the lock. COUNT: of a word of 64 bits, which only threads
   * that do not wait raise. */
  _Atomic uint64_t object;
  _Atomic uint64_t need; /* COUNT: the value that the word must reach */
};

/* A record as it was at one moment. */
struct upcr_wait_seen {
  uint32_t turn;
  enum upcr_wait_kind kind;
  const char *what;
  uint64_t object, need;
};

/* The reason for a wait: the fields of a record. All 0: there is no wait. */
struct upcr_wait_reason {
  enum upcr_wait_kind kind;
  const char *what;
  uint64_t object, need;
};

/* Sets the calling UPC thread's record. */
void upcr_wait_record_attach(struct upcr_wait_record *record);

/* Records the reason of the calling pthread's wait, and returns the previous reason: a wait may
 * begin within another, which continues after it. If several pthreads of a UPC thread wait, the
 * record has the last one to begin or end; it is empty when none waits. */
struct upcr_wait_reason upcr_wait_set_reason(struct upcr_wait_reason reason);

/* Reads a record. False: it was being changed. */
bool upcr_wait_look(const struct upcr_wait_record *record, struct upcr_wait_seen *seen);

#endif
