// threads: 1 2 3 4
// Rows that are shorter than a line of the far cache. A run copies the far ones as a whole: it sees
// the thread's own earlier stores, others' after synchronisation, and in a loop that waits, others'
// relaxed stores, too.
#include <stdio.h>
#include <upc_relaxed.h>

#define ROWS 48
#define LENGTH 62

static shared [64] unsigned char image[ROWS * THREADS][64], out[ROWS * THREADS][64];
static shared [16] int flags[THREADS][16];
static shared [40] struct pair { short s; double d; } pairs[THREADS][40];
static shared [7] int lone[THREADS][7];
static shared [31] int made[THREADS][31];

static void expect(int right, const char *what) {
  if (!right) {
    printf("thread %d: %s\n", MYTHREAD, what);
    upc_global_exit(1);
  }
}

static unsigned char value(int i, int j, int step) { return (unsigned char)(i * 7 + j * 3 + step); }

static void stencil(int step) {
  upc_forall (int i = 0; i < ROWS * THREADS; i++; &image[i][0])
    for (int j = 0; j < 64; j++)
      image[i][j] = value(i, j, step);
  upc_barrier;
  upc_forall (int i = 1; i < ROWS * THREADS - 1; i++; &out[i][0])
    for (int j = 1; j <= LENGTH; j++)
      out[i][j] = (unsigned char)(image[i - 1][j] + 2 * image[i][j - 1] + image[i][j + 1] +
                                  image[i + 1][j]);
  upc_forall (int i = 1; i < ROWS * THREADS - 1; i++; &out[i][0])
    for (int j = 1; j <= LENGTH; j++)
      expect(out[i][j] == (unsigned char)(value(i - 1, j, step) + 2 * value(i, j - 1, step) +
                                          value(i, j + 1, step) + value(i + 1, j, step)),
             "stencil");
  upc_barrier;
}

// Each row is written by its reader before it is read, in places of other pages and of the same.
static void own_stores(void) {
  int next = (MYTHREAD + 1) % THREADS;
  for (int i = next; i < ROWS * THREADS; i += THREADS) {
    image[i][i % LENGTH] = 200;
    int sum = 0, want = 200;
    for (int j = 0; j < 64; j++)
      sum += image[i][j];
    for (int j = 0; j < 64; j++)
      want += j == i % LENGTH ? 0 : value(i, j, 2);
    expect(sum == want, "own stores");
  }
  upc_barrier;
}

// Only its reader writes a row: as a whole, then one element of it.
static void own_rows_of_others(int step) {
  int next = (MYTHREAD + 1) % THREADS, sum = 0, changed = 0;
  for (int j = 0; j < 31; j++)
    made[next][j] = j + step;
  for (int j = 0; j < 31; j++)
    sum += made[next][j];
  made[next][15] = -1;
  for (int j = 30; j >= 0; j--)
    changed += made[next][j];
  expect(sum == 31 * step + 15 * 31, "a row of own stores");
  expect(changed == sum - 15 - step - 1, "a store to it");
  upc_barrier;
  for (int j = 0; j < 31; j++)
    expect(made[MYTHREAD][j] == (j == 15 ? -1 : j + step), "another thread's stores");
  upc_barrier;
}

// No synchronisation: the row is read until another thread's relaxed store is there.
static void waiting(void) {
  int next = (MYTHREAD + 1) % THREADS, sum;
  flags[MYTHREAD][3 + MYTHREAD % 8] = 1;
  do {
    sum = 0;
    for (int j = 0; j < 16; j++)
      sum += flags[next][j];
  } while (sum == 0);
  expect(sum == 1, "waiting");
  upc_barrier;
}

static void wide_elements(void) {
  for (int j = 0; j < 40; j++)
    pairs[MYTHREAD][j].s = (short)(j - MYTHREAD), pairs[MYTHREAD][j].d = j * 0.5;
  for (int j = 0; j < 7; j++)
    lone[MYTHREAD][j] = MYTHREAD * 10 + j;
  upc_barrier;
  for (int t = 0; t < THREADS; t++) {
    double sum = 0;
    int few = 0;
    for (int j = 2; j < 12; j++)
      sum += pairs[t][j].d * pairs[t][j].s;
    double want = 0;
    for (int j = 2; j < 12; j++)
      want += j * 0.5 * (j - t);
    for (int j = 6; j >= 0; j--)
      few = few * 3 + lone[t][j] - t * 10;
    expect(sum == want, "structures");
    expect(few == 3 * (3 * (3 * (3 * (3 * (3 * 6 + 5) + 4) + 3) + 2) + 1), "descending");
  }
  upc_barrier;
}

int main(void) {
  for (int step = 0; step < 3; step++) {
    stencil(step);
    own_rows_of_others(step);
  }
  own_stores();
  waiting();
  wide_elements();
  if (MYTHREAD == 0)
    puts("ok");
  return 0;
}
