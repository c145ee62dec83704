// Where a row of THREADS elements ends is known at launch, so its values need braces of their own.
#include <upc.h>
shared int fine[2][THREADS] = { { 1, 2 }, { 3 } };
shared int flat[2][THREADS] = { 1, 2, 3 };
shared int one_each[2][THREADS] = { [1] = 5, [0] = 6 };
shared int a[2][THREADS] = { { 1 }, 2, 3 }; /* error: depends on THREADS */
shared int b[2][THREADS] = { [1] = 2, 3 }; /* error: depends on THREADS */
shared int c[2][THREADS] = { [1][2] = 2, 3 }; /* error: depends on THREADS */
shared int d[2][2][THREADS] = { { 1, 2 }, { 3 } }; /* error: depends on THREADS */
shared int e[][THREADS] = { 1, 2 }; /* error: the length of the first dimension */
shared int f[2][THREADS] = { { 1 }, { 2 }, { 3 } }; /* warning: more initializers */
shared struct { int x, y; } g[2][THREADS] = { { { 1, 2 }, { 3 } }, 4, 5 };
shared struct { int x, y; } h[2][THREADS] = { { { 1, 2 }, { 3 } }, 4, 5, 6 }; /* error: depends on THREADS */
shared int outer[THREADS][2] = { 1, 2, 3 };
