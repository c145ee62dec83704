// Loops that move pointers-to-shared of all layouts: up and down, by more than one element, by the
// third clause and in the body, with a comparison or a counter as the end, with jumps, from any
// phase, and with no iteration. Each loop's value and the pointers after it are compared with those
// of subscripts.
#include <stdio.h>
#include <upc_relaxed.h>

#define N (12 * THREADS)
#define K 12

static shared int cyclic[12 * THREADS];
static shared [3] int blocked[12 * THREADS];
static shared [*] int whole[12 * THREADS];
static shared [] int single[12];
static shared struct point {
  int x, y;
} points[12 * THREADS];
static shared [4] int rows[3 * THREADS][4];
static int wrong;

static void check(const char *what, long from, long value, long expected) {
  if (value != expected && !wrong++)
    printf("thread %d, %s from %ld: %ld, not %ld\n", MYTHREAD, what, from, value, expected);
}

// The sum of the elements from `from` up to `to`, whose values are their subscripts and 1.
static long sum(long from, long to) {
  long s = 0;
  for (long i = from; i < to; i++)
    s += i + 1;
  return s;
}

#define LOOPS(NAME, POINTER, ARRAY)                                                                \
  static void NAME(long from, long to) {                                                           \
    POINTER p, q, end = (ARRAY) + to;                                                              \
    long s = 0, n = 0;                                                                             \
    for (p = (ARRAY) + from; p < (ARRAY) + to; p++)                                                \
      s += *p;                                                                                     \
    check(#NAME " by for", from, s, sum(from, to));                                                \
    check(#NAME " its pointer", from, p - (ARRAY), to);                                            \
    s = 0;                                                                                         \
    p = q = (ARRAY) + from;                                                                        \
    while (p != end)                                                                               \
      s += *p++ * 2 - *q++;                                                                        \
    check(#NAME " by while", from, s, sum(from, to));                                              \
    check(#NAME " its other pointer", from, q - (ARRAY), to);                                      \
    s = 0;                                                                                         \
    for (p = end; p > (ARRAY) + from;) {                                                           \
      p--;                                                                                         \
      s += *p;                                                                                     \
    }                                                                                              \
    check(#NAME " downwards", from, s, sum(from, to));                                             \
    s = 0;                                                                                         \
    for (POINTER r = end - 1; to > from && r >= (ARRAY) + from; r -= 1)                            \
      s += r[0];                                                                                   \
    check(#NAME " with two conditions", from, s, sum(from, to));                                   \
    s = 0;                                                                                         \
    if (to > from)                                                                                 \
      for (POINTER r = end - 1; r >= (ARRAY) + from && s >= 0; r--)                                \
        s += r[0];                                                                                 \
    check(#NAME " with a condition on data", from, s, sum(from, to));                              \
    s = n = 0;                                                                                     \
    for (p = (ARRAY) + from; p < end; p += 2) {                                                    \
      s += *p;                                                                                     \
      if (p + 1 < end)                                                                             \
        s += p[1];                                                                                 \
      n++;                                                                                         \
    }                                                                                              \
    check(#NAME " by two", from, s, sum(from, to));                                                \
    check(#NAME " its length", from, n, (to - from + 1) / 2);                                      \
    check(#NAME " its end", from, p - (ARRAY), from + 2 * n);                                      \
    s = 0;                                                                                         \
    p = (ARRAY) + from;                                                                            \
    for (int i = 0; i < to - from; i++)                                                            \
      s += *p++;                                                                                   \
    check(#NAME " counted", from, s, sum(from, to));                                               \
    check(#NAME " its pointer then", from, p - (ARRAY), to);                                       \
    s = 0;                                                                                         \
    for (long i = to; i > from; i--, p--)                                                          \
      s += p[-1] * (p - (ARRAY) == i);                                                             \
    check(#NAME " counted downwards", from, s, sum(from, to));                                     \
    check(#NAME " its pointer below", from, p - (ARRAY), from);                                    \
    s = 0;                                                                                         \
    q = end;                                                                                       \
    for (int i = 3; i < to - from + 3; i += 1, ++p) {                                              \
      s += *p + *--q;                                                                              \
      if (p - (ARRAY) == to - 2)                                                                   \
        continue;                                                                                  \
    }                                                                                              \
    check(#NAME " from both ends", from, s, 2 * sum(from, to));                                    \
    check(#NAME " its pointers", from, (p - (ARRAY)) * 100 + (q - (ARRAY)), to * 100 + from);      \
    s = 0;                                                                                         \
    for (p = (ARRAY) + from; p < end; p++) {                                                       \
      if (*p == from + 4)                                                                          \
        break;                                                                                     \
      if (*p == from + 2)                                                                          \
        continue;                                                                                  \
      s += *p;                                                                                     \
    }                                                                                              \
    check(#NAME " with jumps", from, p - (ARRAY), from + 3 < to ? from + 3 : to);                  \
    s = 0;                                                                                         \
    for (p = (ARRAY) + from; p < end; p++)                                                         \
      if (*p % 3 == 0)                                                                             \
        p++;                                                                                       \
    check(#NAME " moved twice", from, p >= end, 1);                                                \
    for (p = (ARRAY) + from; p < end; p++)                                                         \
      if (*p == from + 2)                                                                          \
        end = p;                                                                                   \
    check(#NAME " to an end that moves", from, end - (ARRAY), from + 1 < to ? from + 1 : to);      \
    end = (ARRAY) + to;                                                                            \
    p = (ARRAY) + from;                                                                            \
    while (p < end) {                                                                              \
      int v = *p++;                                                                                \
      s += v;                                                                                      \
      if (p < end)                                                                                 \
        s += *p - v - 1;                                                                           \
    }                                                                                              \
    check(#NAME " read behind the move", from, s, sum(from, to));                                  \
  }

typedef shared int *to_cyclic;
typedef shared [3] int *to_blocked;
typedef shared [12] int *to_whole;
typedef shared [] int *to_single;

LOOPS(cyclic_loops, to_cyclic, cyclic)
LOOPS(blocked_loops, to_blocked, blocked)
LOOPS(whole_loops, to_whole, whole)
LOOPS(single_loops, to_single, single)

static void stores(void) {
  shared [3] int *b = blocked;
  shared int *c;
  int i;
  for (c = cyclic, i = 0; i < N; i++)
    *c++ = i * 3;
  for (i = 0; i < N; i++)
    check("stored", i, cyclic[i], i * 3);
  for (c = cyclic; c < cyclic + N; c++, b++)
    *c = *b + 1;
  for (i = 0; i < N; i++)
    check("copied", i, cyclic[i], i + 2);
  for (c = cyclic + 1; c < cyclic + N; c++)
    *c += c[-1];
  for (i = 0; i < N; i++)
    check("added up", i, cyclic[i], sum(0, i + 1) + i + 1);
  for (shared struct point *p = points; p != points + N; p++) {
    p->x = p - points;
    p->y = -p->x;
  }
  for (i = 0; i < N; i++)
    check("members", i, points[i].x - points[i].y, 2 * i);
  for (shared [4] int(*row)[4] = rows; row < rows + 3 * THREADS; row++)
    (*row)[1] = (*row)[0] + 10;
  for (i = 0; i < 3 * THREADS; i++)
    check("rows", i, rows[i][1], 10);
  long found = 0;
  c = cyclic;
  for (i = 0; i < 3; i++) {
    int i = 7;
    found = found * i + *c++;
  }
  check("counter with a hidden name", 0, found * 10 + (c - cyclic), 1423);
  unsigned u = 5;
  for (c = cyclic; u < 8; u++)
    *c++ = u;
  check("unsigned counter", 0, c - cyclic, 3);
  check("its store", 0, cyclic[2], 7);
}

int main(void) {
  upc_forall (int i = 0; i < N; i++; i)
    cyclic[i] = blocked[i] = whole[i] = i + 1;
  for (int i = MYTHREAD; i < K; i += THREADS)
    single[i] = i + 1;
  upc_barrier;
  for (long from = 0; from < K; from++)
    for (long to = from; to <= K; to += 1 + to % 2) {
      cyclic_loops(from, to + N - K);
      blocked_loops(from, to + N - K);
      whole_loops(from, to + N - K);
      single_loops(from, to);
    }
  upc_barrier;
  if (MYTHREAD == 0)
    stores();
  upc_barrier;
  if (MYTHREAD == 0 && !wrong)
    puts("ok");
  return wrong != 0;
}
