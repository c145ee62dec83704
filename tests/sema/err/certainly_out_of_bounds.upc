#include <upc.h>
#include <stddef.h>
struct tail { int n; int rest[1]; };
shared [] int a[10];
shared int b[4 * THREADS];
shared [3] int m[THREADS][3];
shared [] struct point { int x, y; int v[4]; } points[5];
shared [] struct tail open;
shared [] int *last = &a[10];
shared [] int *beyond = &a[11];                      /* warning: subscript 11 of 'a' is outside 0 to 9 */

int f(int i, shared [] int *p) {
  shared int *q;
  shared [3] int *row;
  a[9] = a[0];
  a[10] = 1;                                      /* warning: subscript 10 of 'a' is outside 0 to 9 */
  a[i - 11] = 1;
  a[-1] = 1;                                      /* warning: subscript -1 of 'a' is outside 0 to 9 */
  (a)[(20)]++;                                    /* warning: subscript 20 of '(a)' is outside 0 to 9 */
  *(a + 10) = 2;                                  /* warning: subscript 10 of 'a' is outside 0 to 9 */
  p = &*(a + 10);
  p = a + 10;
  b[4 * THREADS - 1] = 0;
  b[4 * THREADS] = 0;                             /* warning: subscript 4 * THREADS of 'b' is outside 0 to 4 * THREADS - 1 */
  b[100] = 0;
  b[-1 - THREADS] = 0;                            /* warning: subscript -1 - THREADS of 'b' is outside */
  q = &b[THREADS * 4];
  q = &b[THREADS * 4 + 1];                        /* warning: subscript THREADS * 4 + 1 of 'b' is outside */
  m[0][2] = m[THREADS - 1][2];
  m[0][3] = 0;                                    /* warning: subscript 3 of 'm[0]' is outside 0 to 2 */
  m[THREADS][0] = 0;                              /* warning: subscript THREADS of 'm' is outside 0 to THREADS - 1 */
  row = &m[THREADS][0];
  row = m[THREADS];
  points[5].x = 1;                                /* warning: subscript 5 of 'points' is outside 0 to 4 */
  points[4].v[4] = 1;                             /* warning: subscript 4 of 'points[4].v' is outside 0 to 3 */
  p = &points[5].x;
  open.rest[7] = 1;
  i = sizeof a[10] + upc_localsizeof(a[11]) + _Generic(a[12], int: 1, default: 2);
  if (0)
    a[10] = 0;
  if (i > 20)
    a[10] = 0;                                    /* warning: subscript 10 of 'a' is outside 0 to 9 */
  i = 1 ? a[0] : a[10];
  return 0 && a[10];
}

int g(shared [] int *p) {
  int i = *(shared int *)0;                       /* warning: null pointer-to-shared is dereferenced */
  i += ((shared int *)NULL)[2];                   /* warning: null pointer-to-shared is dereferenced */
  i += ((shared struct tail *)(void *)0)->n;      /* warning: null pointer-to-shared is dereferenced */
  i += sizeof *(shared int *)0;
  p = (shared [] int *)&((shared struct tail *)0)->n;
  p = (shared [] int *)&((shared struct tail *)NULL)[1];
  return i + (int)(size_t)(p - (shared [] int *)0);
}
