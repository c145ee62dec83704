/* SPDX-License-Identifier: Apache-2.0 */
#include "schedule.h"

int upcr_partner(int me, int n, int step) {
  if ((n & (n - 1)) == 0)
    return me ^ step;
  int partner = step - me;
  return partner < 0 ? partner + n : partner;
}

struct upcr_doubling upcr_doubling_of(int n) {
  struct upcr_doubling d = {.core = 1};
  while (d.core <= n / 2) {
    d.core *= 2;
    d.steps++;
  }
  d.extra = n - d.core;
  return d;
}

int upcr_gather_steps(const struct upcr_doubling *d, int core, int root) {
  int steps = 0;
  while (steps < d->steps && !((core ^ root) >> steps & 1))
    steps++;
  return steps;
}

int upcr_gather_receiver(const struct upcr_doubling *d, int core, int root) {
  return core == root ? -1 : upcr_doubling_partner(core, upcr_gather_steps(d, core, root));
}
