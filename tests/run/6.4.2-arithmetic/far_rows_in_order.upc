// threads: 2
// modes: process far nodes
// expect-nothing
/* Rows of a KiB of another thread, one behind the other: they share messages, have the values of
 * the last barrier, and a loop that waits for one of them sees it change. A row that a counted loop
 * reads again and again is fetched once. */
#include <stdio.h>
#include <upc_relaxed.h>
#include <upcx_messages.h>

enum { ROWS = 64, LONGS = 128, ROUNDS = 3, MOST_MESSAGES = 24 };

static shared [ROWS * LONGS] long all[THREADS][ROWS][LONGS];
static shared [LONGS] long seen[THREADS][LONGS];

static int wrong;

static void expect(const char *what, long found, long wanted) {
  if (found != wanted) {
    printf("thread %d: %s is %ld, not %ld\n", MYTHREAD, what, found, wanted);
    wrong = 1;
  }
}

static void fill(int round) {
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < LONGS; j++)
      all[MYTHREAD][i][j] = MYTHREAD + i + j + round;
}

static void read_all(int next, int round) {
  unsigned long before = upcx_messages().messages;
  for (int i = 0; i < ROWS; i++) {
    long sum = 0;
    for (int j = 0; j < LONGS; j++)
      sum += all[next][i][j];
    expect("the sum of a row", sum, LONGS * (next + i + round) + LONGS * (LONGS - 1l) / 2);
  }
  unsigned long sent = upcx_messages().messages - before;
  if (sent > MOST_MESSAGES)
    expect("the number of messages", (long)sent, MOST_MESSAGES);
}

static void read_again(int next, int round) {
  unsigned long before = upcx_messages().messages;
  long sum = 0;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < LONGS; j++)
      sum += all[next][ROWS / 2][j] * all[MYTHREAD][i][j];
  unsigned long sent = upcx_messages().messages - before;
  if (sent > MOST_MESSAGES)
    expect("the number of messages for a row", (long)sent, MOST_MESSAGES);
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < LONGS; j++)
      sum -= (next + ROWS / 2 + j + round) * (long)(MYTHREAD + i + j + round);
  expect("what is left of the sum of products", sum, 0);
}

/* Both threads write the last element of a row, and wait for that of the other thread. */
static void wait_for_rows(int next) {
  long found = 0;
  all[MYTHREAD][ROWS - 1][LONGS - 1] = -1;
  upc_fence;
  while (found != -1)
    for (int i = ROWS - 2; i < ROWS; i++)
      for (int j = 0; j < LONGS; j++)
        seen[MYTHREAD][j] = found = all[next][i][j];
}

int main(void) {
  int next = 1 - MYTHREAD;
  for (int round = 0; round < ROUNDS; round++) {
    fill(round);
    upc_barrier;
    read_again(next, round);
    read_all(next, round);
    upc_barrier;
  }
  wait_for_rows(next);
  return wrong;
}
