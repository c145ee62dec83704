// cflags: -O2 -Wall -Werror=array-bounds
/* Loops of which the C compiler knows that they are empty: it must not warn of their subscripts. */
#include "check.h"

#define N 8
shared [4] int a[N * THREADS];
int t[N] = {1, 2, 3, 4, 5, 6, 7, 8};

int main(void) {
  int n = 0;
  upc_forall (int i = 1; i < 1; i++; &a[i]) a[i] = t[i - 1], n++;
  upc_forall (int i = 0; i < 0; i++; &a[i]) a[i] = t[i], n++;
  upc_forall (int i = 7; i > 7; i--; &a[i]) a[i] = t[i + 1], n++;
  upc_forall (long i = 0; i < 0; i++; i) a[i] = t[i], n++;
  CHECK_EQ(n, 0);
  upc_forall (int i = 7; i >= 0; i--; &a[i]) a[i] = t[i], n++;
  upc_barrier;
  upc_forall (int i = 0; i < N; i++; &a[i]) n += a[i] == t[i];
  upc_forall (unsigned i = N; i > 0; i--; &a[i - 1]) n += a[i - 1] == t[i - 1];
  int own = 0;
  for (int i = 0; i < N; i++)
    own += upc_threadof(&a[i]) == MYTHREAD;
  CHECK_EQ(n, 3 * own);
  check_done();
  return 0;
}
