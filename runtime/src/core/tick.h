/* SPDX-License-Identifier: Apache-2.0 */
/* One clock for the nodes of a job: that of node 0's host. */
#ifndef UPCR_CORE_TICK_H
#define UPCR_CORE_TICK_H

#include <stdint.h>

/* Once a process, before its threads start. */
void upcr_ticks_start(void);

/* Called by each thread before the barrier at the start: measures the offset of node 0's clock. */
void upcr_ticks_measure(void);

/* Called by the last thread of the node to arrive at a barrier: measures again if the last
 * measurement is old. */
void upcr_ticks_keep(void);

/* The other clock as a line over the own clock, which measurements of the offset correct. */

/* At the own clock's time t the other clock shows t + offset + drift * (t - since). Nanoseconds;
 * the drift has no unit. */
struct upcr_clock_line {
  int64_t since, offset;
  double drift;
};

/* The other clock's time at time `t` of the own one. */
static inline int64_t upcr_clock_line_at(const struct upcr_clock_line *line, int64_t t) {
  return t + line->offset + (int64_t)(line->drift * (double)(t - line->since));
}

/* The line to use from `now` on. `offset`: measured now; `offset_before`: measured `interval`
 * nanoseconds earlier. The line begins where `old` is at `now`, so time neither jumps nor runs
 * backwards, and meets the other clock after another such interval if the drift stays the same. Its
 * slope is at most a thousandth, so no interval that a program measures has a larger relative
 * error. */
static inline struct upcr_clock_line upcr_clock_line_next(const struct upcr_clock_line *old,
                                                          int64_t now, int64_t offset,
                                                          int64_t offset_before, int64_t interval) {
  const double most = 1e-3;
  int64_t begin = upcr_clock_line_at(old, now) - now;
  double drift = (double)((offset - begin) + (offset - offset_before)) / (double)interval;
  drift = drift > most ? most : drift < -most ? -most : drift;
  return (struct upcr_clock_line){.since = now, .offset = begin, .drift = drift};
}

#endif
