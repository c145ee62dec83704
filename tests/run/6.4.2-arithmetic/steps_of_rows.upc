// Steps by multiples of THREADS, of a block of elements for each thread, and by fewer elements than
// threads lead where as many steps of one element lead: forwards and back, as a walk, as a sum and
// as a subscript, for all kinds of pointers.
// conformance: LANG-6.4.2-S3 LANG-6.4.2-S6 LANG-6.4.2-S7 LANG-6.4.2-S10
#include <upc_relaxed.h>

#include "check.h"

enum { ROWS = 6, BLOCK = 3 };
typedef struct {
  char tag;
  short number;
} item;

shared int cyclic[ROWS * THREADS];
shared int table[ROWS][THREADS];
shared [BLOCK] int blocked[ROWS * BLOCK * THREADS];
shared item items[ROWS * THREADS];

static void fill(void) {
  for (int i = MYTHREAD; i < ROWS * THREADS; i += THREADS) {
    cyclic[i] = i;
    items[i].number = (short)i;
    table[i / THREADS][i % THREADS] = i;
  }
  for (int i = MYTHREAD; i < ROWS * BLOCK * THREADS; i += THREADS)
    blocked[i] = i;
  upc_barrier;
}

static void walks(void) {
  shared int *p = cyclic;
  for (int row = 0; row < ROWS; row++, p += THREADS)
    CHECK_EQ(*p, row * THREADS);
  p -= 2 * THREADS;
  CHECK_EQ(*p, (ROWS - 2) * THREADS);
  int two = 2;
  p = p - two * THREADS;
  CHECK_EQ(*p, (ROWS - 4) * THREADS);
  p = &p[THREADS] + MYTHREAD;
  CHECK_EQ(*p, (ROWS - 3) * THREADS + MYTHREAD);
  CHECK_EQ(upc_threadof(p), (size_t)MYTHREAD);
  CHECK_EQ(*(p += -(long)THREADS), (ROWS - 4) * THREADS + MYTHREAD);
  CHECK_EQ(p[-THREADS], (ROWS - 5) * THREADS + MYTHREAD);
  CHECK_EQ(*(two * (size_t)THREADS + p), (ROWS - 2) * THREADS + MYTHREAD);
}

/* Steps that are not whole rows, of every length up to two rows. */
static void short_steps(void) {
  for (int step = 1; step <= 2 * THREADS; step++) {
    shared int *p = cyclic;
    shared [BLOCK] int *q = blocked;
    int i;
    for (i = 0; i + step < ROWS * THREADS; i += step, p += step, q += step)
      CHECK(*p == i && *q == i && upc_threadof(p) == (size_t)(i % THREADS) &&
            upc_phaseof(q) == (size_t)(i % BLOCK));
    for (; i >= step; i -= step, p -= step, q -= step)
      CHECK(*p == i && *q == i);
  }
}

static void blocks_of_rows(void) {
  shared [BLOCK] int *q = blocked + 1;
  for (int row = 0; row < ROWS - 1; row++, q += BLOCK * THREADS) {
    CHECK_EQ(*q, row * BLOCK * THREADS + 1);
    CHECK_EQ(upc_phaseof(q), (size_t)1);
  }
  q -= BLOCK * THREADS * 2;
  CHECK_EQ(*q, (ROWS - 3) * BLOCK * THREADS + 1);
  CHECK_EQ(q[-BLOCK * THREADS], (ROWS - 4) * BLOCK * THREADS + 1);
  q -= THREADS; /* a part of a row */
  CHECK_EQ(*q, (ROWS - 3) * BLOCK * THREADS + 1 - THREADS);
}

static void subscripts(void) {
  for (int row = 0; row < ROWS; row++) {
    CHECK_EQ(cyclic[row * THREADS], row * THREADS);
    CHECK_EQ(cyclic[row * THREADS + MYTHREAD], row * THREADS + MYTHREAD);
    CHECK_EQ(cyclic[MYTHREAD + THREADS * (size_t)row], row * THREADS + MYTHREAD);
    CHECK_EQ(items[THREADS * row].number, row * THREADS);
    CHECK_EQ(table[row][MYTHREAD], row * THREADS + MYTHREAD);
    CHECK_EQ(table[row][THREADS - 1], (row + 1) * THREADS - 1);
    CHECK_EQ(blocked[row * (BLOCK * THREADS)], row * BLOCK * THREADS);
  }
  shared int(*row)[THREADS] = table;
  for (int i = 0; i < ROWS; i++, row++)
    CHECK_EQ((*row)[0], i * THREADS);
}

/* A product that wraps in 32 bits is the index that it wraps to. */
static void unsigned_products(void) {
  unsigned wraps = (1u << 31) / THREADS * 2 + 2, index = wraps * THREADS;
  if (index < ROWS * THREADS)
    CHECK_EQ(cyclic[wraps * THREADS], (int)index);
}

static int calls;
static int once(void) { return ++calls; }

static void updates(void) {
  upc_barrier;
  cyclic[once() * THREADS + MYTHREAD] += 100;
  CHECK_EQ(calls, 1);
  CHECK_EQ(cyclic[THREADS + MYTHREAD], 100 + THREADS + MYTHREAD);
  CHECK_EQ(cyclic[THREADS + MYTHREAD]++, 100 + THREADS + MYTHREAD);
  CHECK_EQ(--cyclic[THREADS + MYTHREAD], 100 + THREADS + MYTHREAD);
  items[MYTHREAD].tag += 300 - 44; /* converted to char */
  CHECK_EQ(items[MYTHREAD].tag, 0);
}

int main(void) {
  fill();
  walks();
  short_steps();
  blocks_of_rows();
  subscripts();
  unsigned_products();
  updates();
  check_done();
  return 0;
}
