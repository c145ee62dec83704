#include <upc.h>
shared int a[4 * THREADS], m[THREADS][2];
shared [2] int b[2 * THREADS];
shared [3] int rows[THREADS][3];
shared struct point { int x[2]; } points[THREADS];
shared int *shared pointers[THREADS];
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
  p = (int *)&m[MYTHREAD + 1][0];
  p = (int *)&rows[MYTHREAD + 1][i];                     /* warning: another thread's data */
  p = (int *)rows[(MYTHREAD + 1) % THREADS];             /* warning: another thread's data */
  p = (int *)(rows[MYTHREAD + 1] + 1);                   /* warning: another thread's data */
  p = (int *)&((rows[MYTHREAD - 1])[2]);                 /* warning: another thread's data */
  p = (int *)&rows[MYTHREAD][1];
  p = (int *)&points[MYTHREAD + 1].x[1];
  p = (int *)pointers[MYTHREAD + 1];
  p = (int *)(a + (MYTHREAD + 1) + i);
  p = (int *)&b[2 * MYTHREAD + 2];                       /* warning: another thread's data */
  p = (int *)&b[2 * MYTHREAD - 1];                       /* warning: another thread's data */
  p = (int *)&b[(MYTHREAD + 1) * 2 + 1];                 /* warning: another thread's data */
  p = (int *)&b[(MYTHREAD + 1) % THREADS * 2];           /* warning: another thread's data */
  p = (int *)&b[(2 * MYTHREAD + 2) % (2 * THREADS)];     /* warning: another thread's data */
  p = (int *)(b + (2 * MYTHREAD + 2));                   /* warning: another thread's data */
  p = (int *)&b[2 * MYTHREAD + 1];
  p = (int *)&b[2 * MYTHREAD + 2 + i];
  p = (int *)&b[(2 * MYTHREAD + 2) % THREADS];
  p = (int *)&b[2 * (MYTHREAD + THREADS) + 1];
  p = (int *)&b[MYTHREAD + 2];
  return p;
}
