// threads: 1 2 3
// modes: process far nodes
// expect-nothing
/* Rows of fewer than 256 bytes of other threads: read upwards, downwards and by a stencil, with new
 * values after each barrier; written, read back at once, and read again after a store to one
 * element. */
#include <stdio.h>
#include <upc_relaxed.h>

enum { SHORT = 7, LONG = 31, ROUNDS = 6 };

static shared [SHORT] double few[THREADS][SHORT];
static shared [LONG] int rows[THREADS][LONG];
static shared [LONG] int made[THREADS][LONG];
static shared [LONG] unsigned char bytes[THREADS][LONG];

static int wrong;

static void expect(const char *what, long found, long wanted) {
  if (found == wanted)
    return;
  printf("thread %d: %s is %ld, not %ld\n", MYTHREAD, what, found, wanted);
  wrong = 1;
}

static void fill(int round) {
  for (int i = 0; i < LONG; i++) {
    rows[MYTHREAD][i] = MYTHREAD + 10 * i + 1000 * round;
    bytes[MYTHREAD][i] = (unsigned char)(MYTHREAD + i + round);
  }
  for (int i = 0; i < SHORT; i++)
    few[MYTHREAD][i] = i + round;
}

static void read_rows(int next, int round) {
  long up = 0, down = 0, small = 0, stencil = 0;
  for (int i = 0; i < LONG; i++)
    up += rows[next][i];
  for (int i = LONG - 1; i >= 0; i--)
    down += bytes[next][i];
  for (int i = 0; i < SHORT; i++)
    small += (long)few[next][i];
  for (int i = 1; i < LONG - 1; i++)
    stencil += rows[next][i + 1] - rows[next][i - 1];
  expect("the sum", up, LONG * (next + 1000l * round) + 10 * LONG * (LONG - 1) / 2);
  expect("the sum downwards", down, LONG * (next + round) + LONG * (LONG - 1) / 2);
  expect("the sum of few", small, SHORT * round + SHORT * (SHORT - 1) / 2);
  expect("the stencil", stencil, 20 * (LONG - 2));
}

/* Only this thread writes made[next]. */
static void write_rows(int next, int round) {
  long sum = 0, changed = 0;
  for (int i = 0; i < LONG; i++)
    made[next][i] = i + round;
  for (int i = 0; i < LONG; i++)
    sum += made[next][i];
  made[next][LONG / 2] = -1;
  for (int i = 0; i < LONG; i++)
    changed += made[next][i];
  expect("the sum of own stores", sum, LONG * round + LONG * (LONG - 1) / 2);
  expect("the sum with a store between", changed, sum - LONG / 2 - round - 1);
}

int main(void) {
  int next = (MYTHREAD + 1) % THREADS;
  for (int round = 0; round < ROUNDS; round++) {
    fill(round);
    upc_barrier;
    read_rows(next, round);
    write_rows(next, round);
    upc_barrier;
    for (int i = 0; i < LONG; i++)
      expect("what another thread made", made[MYTHREAD][i], i == LONG / 2 ? -1 : i + round);
  }
  return wrong;
}
