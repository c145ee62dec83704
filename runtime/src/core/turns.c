/* SPDX-License-Identifier: Apache-2.0 */
/* Iterations of upc_forall that go round the threads in steps (UPC 6.6.2). */
#include <upcr/upcr.h>

/* a and m are below 2^24 and have no common divisor: the number x below m for which a * x mod m is
 * 1 mod m. */
static long inverse(long a, long m) {
  long x = 1, y = 0, r = a % m, s = m;
  while (r > 1) {
    long q = s / r, rest = s % r, next = y - q * x;
    s = r;
    r = rest;
    y = x;
    x = next;
  }
  return (x % m + m) % m;
}

static long divisor(long a, long b) {
  while (b != 0) {
    long rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* Iteration k is that of thread (thread + k * threads) mod THREADS. With g the greatest common
 * divisor of threads and THREADS the pattern repeats after THREADS / g iterations, and meets only
 * threads that are a multiple of g away. */
struct upcr_turns upcr_turns_cycle(int all, unsigned long thread, long threads,
                                   unsigned long step) {
  struct upcr_turns t = {0, 0, 0, 0};
  long count = upcr_threads(), stride = (threads % count + count) % count;
  long away = (upcr_mythread() - (long)thread + count) % count, g = divisor(count, stride);
  if (all)
    return t;
  if (away % g != 0) {
    t.first = UPCR_NO_TURN;
    return t;
  }
  long period = count / g;
  t.first = (unsigned long)(away / g * inverse(stride / g, period) % period) * step;
  t.gap = (unsigned long)(period - 1) * step;
  return t;
}
