/* SPDX-License-Identifier: Apache-2.0 */
/* The round trip of a cache line between two processors: the yardstick of synchronisation. */
#ifndef BENCH_LINE_H
#define BENCH_LINE_H

#include <sched.h>
#include <stdint.h>

struct line {
  volatile uint64_t value;
  char rest[120]; /* and its neighbour, which processors fetch with it */
};

static inline void line_wait(const struct line *line, uint64_t value) {
  for (long spins = 0; __atomic_load_n(&line->value, __ATOMIC_ACQUIRE) != value; spins++)
    if (spins > 20000) { /* the partner has lost its processor */
      sched_yield();
      spins = 0;
    }
}

static inline void line_set(struct line *line, uint64_t value) {
  __atomic_store_n(&line->value, value, __ATOMIC_RELEASE);
}

/* Each of two threads (me: 0 or 1) runs this. One line: both write it in turn. Starts and ends with
 * *line 0. */
static inline void line_round_trips_one(struct line *line, int me, long count) {
  for (long i = 0; i < count; i++) {
    if (me == 0) {
      line_set(line, 1);
      line_wait(line, 0);
    } else {
      line_wait(line, 1);
      line_set(line, 0);
    }
  }
}

/* A line for each direction: `mine` is written by the partner. `from` counts on over calls, so that
 * nothing is reset. */
static inline void line_round_trips_two(struct line *mine, struct line *other, int me,
                                        uint64_t from, long count) {
  for (uint64_t i = from + 1; i <= from + (uint64_t)count; i++) {
    if (me == 0) {
      line_set(other, i);
      line_wait(mine, i);
    } else {
      line_wait(mine, i);
      line_set(other, i);
    }
  }
}

#endif
