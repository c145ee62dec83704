// Accesses to shared memory, fences and barriers leave errno as it is, whatever carries them.
// threads: 1 2 4
// modes: process pthreads far nodes
#include <errno.h>
#include "check.h"
#define N 2000
shared long a[N * THREADS];
shared [N] double rows[THREADS][N];
strict shared int flag[THREADS];

int main(void) {
  int next = (MYTHREAD + 1) % THREADS;
  double sum = 0;
  errno = MYTHREAD + 100;
  for (int i = 0; i < N; i++) {
    a[i * THREADS + next] = i;
    a[i * THREADS + MYTHREAD] += 0;
  }
  CHECK_EQ(errno, MYTHREAD + 100);
  upc_barrier;
  CHECK_EQ(errno, MYTHREAD + 100);
  for (int i = 0; i < N; i++) sum += rows[next][i] + a[(i * 7919l) % N * THREADS + next];
  flag[next] = sum > 0;
  upc_fence;
  CHECK_EQ(errno, MYTHREAD + 100);
  for (int i = 0; i < 3; i++) {
    upc_barrier;
    CHECK_EQ(flag[MYTHREAD], 1);
  }
  CHECK_EQ(errno, MYTHREAD + 100);
  check_done();
  return 0;
}
