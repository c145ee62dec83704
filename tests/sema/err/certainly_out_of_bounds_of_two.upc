// cflags: -T 2
#include <upc.h>
shared int a[THREADS], b[4 * THREADS], c[5];

int f(int i) {
  a[THREADS] = 1;                                 /* warning: subscript 2 of 'a' is outside 0 to 1 */
  b[8] = b[7];                                    /* warning: subscript 8 of 'b' is outside 0 to 7 */
  c[5] = 1;                                       /* warning: subscript 5 of 'c' is outside 0 to 4 */
  if (MYTHREAD == 3)
    a[3] = 1;
  while (i > 0)
    c[i--] = c[-1];                               /* warning: subscript -1 of 'c' is outside 0 to 4 */
  return 0;
}

/* What follows a test of THREADS may be for more threads. */
int g(void) {
  if (THREADS < 4)
    return 1;
  a[3] = 1;
  return c[6];                                    /* warning: subscript 6 of 'c' is outside 0 to 4 */
}
