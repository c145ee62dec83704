/* SPDX-License-Identifier: Apache-2.0 */
/* Hooks of a simulated job (sim/), called where a real one spins, sleeps and moves data: its
 * threads run one at a time, in the order of their virtual clocks. A real job has a null pointer
 * here, and pays a load and a branch that is never taken. */
#ifndef UPCR_BASE_SIMULATED_H
#define UPCR_BASE_SIMULATED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wait.h"

enum { UPCR_SIMULATED_EAGER = 4096 };

struct upcr_simulated {
  size_t eager; /* most bytes that ride in a signal, up to UPCR_SIMULATED_EAGER */
  /* Waits until wait->done: other threads run meanwhile. */
  void (*wait)(const struct upcr_waiting *wait);
  /* Wakes the thread that sleeps on a bell, one latency after the caller's time. */
  void (*ring)(const _Atomic uint32_t *bell);
  /* One failed poll of a loop that waits: other threads run if their clocks are behind. */
  void (*turn)(void);
  /* Charges the calling thread a line of memory that `thread` wrote last. */
  void (*line)(int thread);
  /* Charges a copy of n bytes between memory near threads `to` and `from`, both mapped. */
  void (*copy)(int to, int from, size_t n);
  /* Charges a fold of n bytes into n others. */
  void (*fold)(size_t n);
  /* True if no thread can run: waits then test whether their condition can still become true. */
  bool (*stuck)(void);
  /* The calling thread's virtual time, in nanoseconds. */
  int64_t (*now)(void);
  /* A barrier (core/arrival_simulated.c): the thread comes; true: it is the last. `release` by the
   * last one, after what it does for all, wakes the others. `leave` sets the clock to the time at
   * which the thread hears that all have come. */
  bool (*arrive)(void);
  void (*release)(uint32_t phase);
  void (*leave)(uint32_t phase);
};

/* Set before the job's threads start; constant then. */
extern const struct upcr_simulated *upcr_simulated;

/* True in a simulated job. */
static inline bool upcr_is_simulated(void) { return __builtin_expect(upcr_simulated != 0, 0); }

/* The hooks `line` and `fold`; nothing in a real job. */
static inline void upcr_charge_line(int thread) {
  if (upcr_is_simulated())
    upcr_simulated->line(thread);
}

static inline void upcr_charge_fold(size_t n) {
  if (upcr_is_simulated())
    upcr_simulated->fold(n);
}

#endif
