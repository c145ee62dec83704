// conformance: LANG-6.6.2-U1
// Loops that threads execute alike, nested and without affinity ones among them, in and between
// barriers.
#include "check.h"

shared int a[3 * THREADS];
static int count;

static void inner(int n) {
  int j;
  upc_forall (j = 0; j < n; j++; j)
    count++;
}

int main(void) {
  int i, n = 0;
  for (int round = 0; round < 40; round++)
    upc_forall (i = 0; i < 3 * THREADS; i++; &a[i])
      inner(MYTHREAD);
  CHECK_EQ(count, 120 * MYTHREAD);
  upc_notify;
  upc_forall (i = -7; i < 8; i++; i)
    n++;
  upc_wait;
  upc_forall (i = 0; i < MYTHREAD; i++; continue)
    n++;
  upc_forall (unsigned long u = -3ul; u != 5; u++; u)
    n++;
  check_done();
  return n < 0;
}
