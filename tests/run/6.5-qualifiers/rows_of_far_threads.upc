// Loops along rows of other threads: read, written, both, overlapping, in part, backwards, with
// steps, longer than a copy.
// threads: 1 2 3
// cflags: -O2
#include <upc_relaxed.h>
#include "check.h"
#define N 700
#define LONG 40000
struct pair { short a, b; };
shared [N] int x[THREADS][N], y[THREADS][N];
shared [N] struct pair s[THREADS][N];
shared [LONG] double wide[THREADS][LONG], wide2[THREADS][LONG];
shared [] int *dir[2];
shared [] char *bytes;
strict shared int flag;
static int next, k, limit = N;

static void set(void) {
  for (int j = 0; j < N; j++) {
    x[MYTHREAD][j] = 3 * j + MYTHREAD;
    y[MYTHREAD][j] = -j;
    s[MYTHREAD][j].a = j;
    s[MYTHREAD][j].b = 2 * j;
  }
  upc_barrier;
}

static void reads(void) {
  long sum = 0, some = 0, back = 0, steps = 0, parts = 0, last = -1;
  for (int j = 1; j < N - 1; j++) sum += x[next][j - 1] + 2 * x[next][j] + 3 * x[next][j + 1];
  for (int j = 0; j < N; j++) if (j % 3 == 0) some += x[next][j];
  for (int j = N - 1; j >= 0; j--) back = (back * 31 + x[next][j]) % 1000003;
  for (int j = 2; j < N; j += 3) steps += x[next][j];
  for (int j = 0; j < N; j++) parts += s[next][j].a * s[next][j].b;
  for (int j = 0; j < N; j++) if (x[next][j] >= 300) { last = j; break; }
  long want[6] = {0, 0, 0, 0, 0, (300 - next + 2) / 3};
  for (int j = 1; j < N - 1; j++) want[0] += 6 * (3 * j + next) + 6;
  for (int j = 0; j < N; j++) want[1] += j % 3 == 0 ? 3 * j + next : 0;
  for (int j = N - 1; j >= 0; j--) want[2] = (want[2] * 31 + 3 * j + next) % 1000003;
  for (int j = 2; j < N; j += 3) want[3] += 3 * j + next;
  for (int j = 0; j < N; j++) want[4] += (long)j * 2 * j;
  CHECK_EQ(sum, want[0]);
  CHECK_EQ(some, want[1]);
  CHECK_EQ(back, want[2]);
  CHECK_EQ(steps, want[3]);
  CHECK_EQ(parts, want[4]);
  CHECK_EQ(last, want[5]);
  upc_barrier;
}

static void writes(void) {
  for (int j = 5; j < limit; j++) y[next][j] = x[next][j] + j;
  CHECK_EQ(y[next][4], -4);
  CHECK_EQ(y[next][5], 15 + next + 5);
  upc_barrier;
  for (int j = 0; j < N; j++) CHECK_EQ(y[MYTHREAD][j], j < 5 ? -j : 4 * j + MYTHREAD);
  upc_barrier;
  for (int j = N - 1; j > 0; j--) s[next][j].a = 7;
  for (int j = 0; j < N; j++) y[next][j] = next; // puts that are under way where the row is read
  long sum = 0;
  for (int j = 0; j < N; j++) sum += y[next][j];
  CHECK_EQ(sum, (long)N * next);
  upc_barrier;
  for (int j = 0; j < N; j++) {
    CHECK_EQ(s[MYTHREAD][j].a, j == 0 ? 0 : 7);
    CHECK_EQ(s[MYTHREAD][j].b, 2 * j);
  }
  upc_barrier;
}

/* An iteration reads what the previous one wrote: by one row, and by two pointers into it. */
static void overlaps(void) {
  for (int j = 1; j < N; j++) x[next][j] = x[next][j - 1] + 1;
  CHECK_EQ(x[next][N - 1], x[next][0] + N - 1);
  dir[0] = (shared [] int *)&x[next][0];
  dir[1] = (shared [] int *)&x[next][1];
  for (int j = 0; j < N - 1; j++) dir[1][j] = dir[0][j] + 2;
  CHECK_EQ(x[next][N - 1], x[next][0] + 2 * (N - 1));
  bytes = (shared [] char *)(shared [] int *)&x[next][0];
  for (int j = 0; j < N; j++) bytes[j + 4] = bytes[j];
  for (int j = 4; j < N; j++) CHECK_EQ(bytes[j], bytes[j % 4]);
  upc_barrier;
}

static void long_rows(void) {
  for (int j = 0; j < LONG; j++) wide[next][j] = j + next;
  upc_barrier;
  for (int j = 0; j < LONG; j++) wide2[next][j] = 2 * wide[next][j];
  upc_barrier;
  double sum = 0;
  for (int j = LONG - 1; j >= 0; j--) sum += wide2[next][j];
  CHECK_EQ((long)sum, (long)LONG * (LONG - 1) + 2l * LONG * next);
  upc_barrier;
}

/* A loop that waits for what it reads sees it change. */
static void waits(void) {
  if (MYTHREAD == 0) {
    x[0][N / 2] = -1000000;
    flag = 1;
  }
  long sum;
  do {
    sum = 0;
    for (int j = 0; j < N; j++) sum += x[0][j];
  } while (sum > 0);
  upc_barrier;
  CHECK_EQ(flag, 1);
}

int main(void) {
  next = (MYTHREAD + 1) % THREADS;
  set();
  reads();
  writes();
  overlaps();
  long_rows();
  upc_barrier;
  for (int j = 0; j < N; j++) x[MYTHREAD][j] = 1;
  upc_barrier;
  waits();
  check_done();
  return 0;
}
