/* SPDX-License-Identifier: Apache-2.0 */
/* One clock for the nodes of a job: that of node 0's host. */
#ifndef UPCR_CORE_TICK_H
#define UPCR_CORE_TICK_H

#include <stdint.h>

/* Once a process, before its threads start. */
void upcr_ticks_start(void);

/* Each thread, before the barrier at the start: finds how far the clock of this node's host is
 * from that of node 0's. */
void upcr_ticks_measure(void);

/* By the last thread of the node that comes to a barrier, one barrier after the other: measures
 * anew when the last measurement is old. */
void upcr_ticks_keep(void);

/* Another clock by one's own: a line, which measurements of the distance correct. */

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

/* The line to use from `now` on, where the distance was measured as `offset`, and `interval`
 * nanoseconds before as `offset_before`. It begins where `old` is at `now`, so times neither leap
 * nor run backwards, and meets the other clock after another interval like the last, if that
 * drifts as it did in the last. Never steeper than a thousandth: no interval that a program
 * measures is more wrong than that. */
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
