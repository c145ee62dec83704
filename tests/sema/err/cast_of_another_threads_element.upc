#include <upc.h>
shared int a[4 * THREADS], m[THREADS][2];
shared [2] int b[2 * THREADS];
int *f(int i) {
  int *p;
  p = (int *)&a[(MYTHREAD + 1) % THREADS];               /* warning: another thread's data */
  p = (int *)&a[MYTHREAD + 2 * THREADS - 1];             /* warning: another thread's data */
  p = (int *)(a + (i * THREADS + MYTHREAD + 1));         /* warning: another thread's data */
  p = (int *)&a[MYTHREAD + i * THREADS];
  p = (int *)&a[(MYTHREAD + THREADS) % THREADS];
  p = (int *)&a[MYTHREAD + i];
  p = (int *)&a[i + 1];
  p = (int *)&b[MYTHREAD + 1];
  p = (int *)&m[MYTHREAD][1];
  return p;
}
