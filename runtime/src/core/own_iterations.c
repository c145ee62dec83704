/* SPDX-License-Identifier: Apache-2.0 */
/* Own iterations of a upc_forall (UPC 6.6.2): the distances by which its counter goes from one to
 * the next. */
#include <upcr/upcr.h>

#include <stdbool.h>

/* The greatest common divisor. */
static unsigned long gcd(unsigned long a, unsigned long b) {
  while (b != 0) {
    unsigned long rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* Turns: the affinity cycles over the threads in steps or in slices that are known at compile
 * time. */

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

/* Iteration k belongs to thread (thread + k * threads) mod THREADS. With g the greatest common
 * divisor of threads and THREADS, the pattern repeats after THREADS / g iterations, and reaches
 * only threads at a distance that is a multiple of g. */
struct upcr_turns upcr_turns_cycle(int all, unsigned long thread, long threads,
                                   unsigned long step) {
  struct upcr_turns t = {0, 0, 0, 0};
  long count = upcr_threads(), stride = (threads % count + count) % count;
  long away = (upcr_mythread() - (long)thread + count) % count,
       g = (long)gcd((unsigned long)count, (unsigned long)stride);
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

/* Strides: the step is known at run time, or leads through blocks that it does not divide.
 *
 * Positions count elements from the start of a row of blocks, one block a thread, in the direction
 * in which the affinity moves. An iteration is the calling thread's if its position, modulo the
 * row, lies in the thread's block. */

/* Larger steps and rows are left to the test of each iteration, so that no product overflows. */
#define MAX_STEP (1l << 31)
#define MAX_ROW (1ul << 60)
/* Limit of the search among multiples, which computes products of positions. */
#define MAX_SEARCHED (1ul << 31)
/* Iterations to try one by one before the search. */
#define TRIES 16

static unsigned long above(unsigned long a, unsigned long b) { return a / b + (a % b != 0); }

/* The least k with low <= k * a mod m <= high, or UPCR_NO_TURN; a < m, low <= high < m. As deep as
 * Euclid's algorithm is long. */
static unsigned long multiple_in(unsigned long a, unsigned long m, unsigned long low,
                                 unsigned long high) {
  if (low == 0)
    return 0;
  if (a == 0)
    return UPCR_NO_TURN;
  unsigned long k = above(low, a);
  if (k * a <= high)
    return k;
  /* No multiple of a is in the range: some k * a - y * m with y > 0 must be. */
  unsigned long y = multiple_in(m % a, a, (a - high % a) % a, (a - low % a) % a);
  return y == UPCR_NO_TURN ? y : above(low + m * y, a);
}

/* The number of iterations from position `at`, counted from the start of the thread's block, to the
 * first position in the block; 0 if `at` is in it. */
static unsigned long until_own(const struct upcr_strides *s, unsigned long at) {
  unsigned long move = s->move % s->row;
  if (at < s->block)
    return 0;
  if (move == 0)
    return UPCR_NO_TURN;
  if (move <= s->block)
    return above(s->row - at, move);
  for (unsigned long k = 1; k <= TRIES; k++) {
    at += move;
    at -= at >= s->row ? s->row : 0;
    if (at < s->block)
      return k;
  }
  unsigned long rest = multiple_in(move, s->row, s->row - at, s->row - at + s->block - 1);
  return rest == UPCR_NO_TURN ? rest : rest + TRIES;
}

/* Begins a turn at the own iteration at position `at`. */
static void enter(struct upcr_strides *s, unsigned long at) {
  unsigned long move = s->move % s->row;
  s->left = (s->block - 1 - at) / move;
  s->last = at + s->left * move;
}

/* For own iterations at the same place in their blocks, which are equally far apart. */
static void repeat(struct upcr_strides *s) {
  unsigned long common = gcd(s->move, s->row);
  s->between = s->row / common;
  s->elems = (long)(s->move / common * s->block);
  s->gap = (s->between - 1) * s->step;
  s->row = 0;
}

/* Starts from the first iteration, at position `at` from the start of the thread's block. */
static void start(struct upcr_strides *s, unsigned long at) {
  unsigned long away = until_own(s, at), move = s->move % s->row;
  if (away == UPCR_NO_TURN) {
    s->first = UPCR_NO_TURN;
    return;
  }
  s->first = away * s->step;
  if (s->move % s->block == 0)
    return repeat(s);
  s->elems = (long)(s->move / s->row * s->block + move);
  enter(s, (at + away * move) % s->row);
}

/* Whether the products of the functions above do not overflow. */
static bool is_in_range(const struct upcr_strides *s, long step) {
  unsigned long row = (unsigned long)upcr_threads() * s->block;
  return step > 0 && step <= MAX_STEP && s->move <= MAX_ROW && row <= MAX_ROW &&
         (s->move % row <= s->block || row <= MAX_SEARCHED);
}

struct upcr_strides upcr_strides(int all, unsigned long thread, unsigned long phase, long step,
                                 long elems, unsigned long block) {
  struct upcr_strides s = {.left = UPCR_NO_TURN, .between = 1, .block = block};
  unsigned long threads = (unsigned long)upcr_threads(), me = (unsigned long)upcr_mythread();
  bool down = elems < 0;
  unsigned long each = down ? 0 - (unsigned long)elems : (unsigned long)elems;
  if (all || __builtin_mul_overflow(each, (unsigned long)step, &s.move) || !is_in_range(&s, step))
    return s;
  s.step = (unsigned long)step;
  s.elems = (long)s.move;
  if (threads > 1) {
    s.row = threads * block;
    unsigned long here =
        down ? (threads - 1 - thread) * block + block - 1 - phase : thread * block + phase;
    unsigned long begin = (down ? threads - 1 - me : me) * block;
    start(&s, (here + s.row - begin) % s.row);
  }
  s.elems = down ? -s.elems : s.elems;
  return s;
}

unsigned long upcr_strides_next(struct upcr_strides *s) {
  if (s->row == 0)
    return s->gap;
  unsigned long move = s->move % s->row, at = (s->last + move) % s->row, away = until_own(s, at);
  enter(s, (at + away * move) % s->row);
  return away * s->step;
}
