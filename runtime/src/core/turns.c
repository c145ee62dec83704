/* SPDX-License-Identifier: Apache-2.0 */
/* Own iterations of a upc_forall whose affinity cycles over the threads in steps or in slices (UPC
 * 6.6.2). */
#include <upcr/upcr.h>

#include <stdbool.h>

/* The inverse of a modulo m, for coprime a and m below 2^24. */
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

/* Iteration k belongs to thread (thread + k * threads) mod THREADS. With g the greatest common
 * divisor of threads and THREADS, the pattern repeats after THREADS / g iterations, and reaches
 * only threads at a distance that is a multiple of g. */
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

/* The part of `size` of the threads below t, if `size` is divided evenly, rounded up. */
static unsigned long share(unsigned long t, unsigned long size, unsigned long threads) {
  return t * (size / threads) + (t * (size % threads) + threads - 1) / threads;
}

/* A slice is [begin, end) in each period. A negative divisor counts the threads downwards. */
struct upcr_turns upcr_turns_slices(int all, unsigned long i, long divisor, int of_threads) {
  struct upcr_turns t = {0, (unsigned long)-1, (unsigned long)-1, 0};
  unsigned long size = divisor < 0 ? 0 - (unsigned long)divisor : (unsigned long)divisor;
  unsigned long threads = (unsigned long)upcr_threads(), me = (unsigned long)upcr_mythread();
  if (all)
    return t;
  if (divisor < 0)
    me = (threads - me) % threads;
  if (size > UPCR_NO_TURN / threads) /* farther than any loop gets */
    size = UPCR_NO_TURN / threads;
  unsigned long period = of_threads ? size : threads * size;
  unsigned long begin = of_threads ? share(me, size, threads) : me * size;
  unsigned long end = of_threads ? share(me + 1, size, threads) : begin + size;
  if (begin == end) {
    t.first = UPCR_NO_TURN;
    return t;
  }
  unsigned long at = i % period, ahead = at < begin ? begin - at : period - at + begin;
  bool own = at >= begin && at < end;
  t.again = end - begin - 1;
  t.gap = period - (end - begin);
  t.left = own ? end - 1 - at : t.again;
  t.first = own ? 0 : ahead;
  return t;
}
