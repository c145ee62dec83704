/* SPDX-License-Identifier: Apache-2.0 */
/* Another host's clock, by a line that measurements correct: no leaps, and near the clock in spite
 * of drift. */
#include <core/tick.h>
#include <stdlib.h>

#include "test.h"

static const int64_t SECOND = 1000000000;

/* The other clock: an hour ahead, and faster by `drift`. */
static int64_t distance(int64_t t, double drift) {
  return 3600 * SECOND + (int64_t)(drift * (double)t);
}

/* `minutes` of measurements, each 10 s, wrong by up to 10 us. The most by which the line is wrong
 * after the first three. */
static int64_t worst(double drift, int minutes) {
  struct upcr_clock_line line = {.since = 0, .offset = distance(0, drift)};
  int64_t before = line.offset, at = 0, largest = 0, last = 0;
  for (int64_t now = 10 * SECOND; now <= minutes * 60 * SECOND; now += 10 * SECOND) {
    for (int64_t t = at; t <= now; t += SECOND / 10) {
      int64_t shown = upcr_clock_line_at(&line, t), wrong = llabs(shown - t - distance(t, drift));
      CHECK(shown > last || t == 0);
      last = shown - 1;
      if (t > 30 * SECOND && wrong > largest)
        largest = wrong;
    }
    int64_t offset = distance(now, drift) + rand() % 20001 - 10000;
    line = upcr_clock_line_next(&line, now, offset, before, now - at);
    before = offset;
    at = now;
  }
  return largest;
}

int main(void) {
  CHECK(worst(0, 10) < 60000);
  CHECK(worst(50e-6, 10) < 60000); /* ten minutes without would be 30 ms */
  CHECK(worst(-50e-6, 10) < 60000);
  struct upcr_clock_line flat = {.since = 0, .offset = 0}, steep;
  steep = upcr_clock_line_next(&flat, SECOND, 5 * SECOND, 0, SECOND); /* a host that slept */
  CHECK(steep.drift == 1e-3);
  CHECK(upcr_clock_line_at(&steep, SECOND) == SECOND);
  return 0;
}
