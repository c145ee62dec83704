// Relaxed reads of other threads' data, of which whole lines and pages are kept: in any order, of
// any size, beside the thread's own writes and updates.
// threads: 1 2 3
#include <upc_relaxed.h>
#include <upcx_messages.h>
#include "check.h"
#define N 8192
struct three { double x, y, z; };
struct wide { char bytes[300]; };
shared [N] long a[THREADS][N];
shared [N] struct three s[THREADS][N];
shared [40] struct wide w[THREADS][40];
static int next;
static unsigned long seed = 7;

static unsigned draw(void) {
  return (unsigned)((seed = seed * 6364136223846793005ul + 1442695040888963407ul) >> 40);
}

/* Not inner loops along a row, which are moved as a whole. */
static long at(int j) { return a[next][j]; }

static void any_order(void) {
  for (int j = 0; j < N; j++) CHECK_EQ(at(j), 5 * j + next);
  for (int j = N - 1; j >= 0; j--) CHECK_EQ(at(j), 5 * j + next);
  for (int k = 0; k < N; k++) {
    int j = draw() % N;
    CHECK_EQ(at(j), 5 * j + next);
  }
  for (int j = 0; j < N; j++) {
    struct three t = s[next][j];
    CHECK(t.x == j && t.y == -j && t.z == next);
  }
  for (int j = 0; j < 40; j++) {
    struct wide t = w[next][j];
    CHECK(t.bytes[0] == j && t.bytes[299] == j + 1);
  }
  upc_barrier;
}

/* The thread reads what it wrote, whatever lines there are. */
static void own_writes(void) {
  static long mine[N];
  for (int j = 0; j < N; j++) mine[j] = at(j);
  for (int k = 0; k < 4 * N; k++) {
    int j = draw() % N;
    if (k % 7 == 0) a[next][j] = mine[j] = k;
    else if (k % 11 == 0) {
      a[next][j] += 3;
      mine[j] += 3;
    } else if (k % 501 == 0) {
      int n = draw() % (N - j) + 1;
      for (int i = 0; i < n; i++) mine[j + i] = k + i;
      upc_memput(&a[next][j], &mine[j], n * sizeof(long));
    } else CHECK_EQ(at(j), mine[j]);
  }
  for (int j = 0; j < N; j++) CHECK_EQ(at(j), mine[j]);
  upc_barrier;
}

/* Another thread's writes are seen behind a barrier. */
static void others_writes(void) {
  for (int turn = 0; turn < 3; turn++) {
    for (int j = 0; j < N; j++) a[MYTHREAD][j] = turn * j + MYTHREAD;
    upc_barrier;
    for (int j = 0; j < N; j++) CHECK_EQ(at(j), turn * j + next);
    upc_barrier;
  }
}

/* A page that is read to its end brings the next one: on an idle machine 64 KiB take 20 messages.
 * On a busy one each tick of the clock begins anew. */
static void messages(void) {
  upcx_messages_t before = upcx_messages(), after;
  long sum = 0;
  for (int j = 0; j < N; j++) sum += at(j);
  after = upcx_messages();
  CHECK_EQ(sum, (long)N * (N - 1) + (long)N * next);
  CHECK(after.messages - before.messages <= N / 8);
}

int main(void) {
  next = (MYTHREAD + 1) % THREADS;
  for (int j = 0; j < N; j++) {
    a[MYTHREAD][j] = 5 * j + MYTHREAD;
    s[MYTHREAD][j] = (struct three){j, -j, MYTHREAD};
  }
  for (int j = 0; j < 40; j++) {
    struct wide t = {{j}};
    t.bytes[299] = j + 1;
    w[MYTHREAD][j] = t;
  }
  upc_barrier;
  any_order();
  own_writes();
  others_writes();
  messages();
  check_done();
  return 0;
}
