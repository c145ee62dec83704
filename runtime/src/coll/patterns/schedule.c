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
