// conformance: LANG-6.5.2.1-C3
/* One mistake, one message: no comparison with a declaration whose bound is wrong. */
extern shared [4] int a[8 * THREADS / 1][2]; /* error: multiplied */
shared [4] int a[8 * THREADS][2];
extern shared [] int b[THREADS]; /* error: indefinite */
shared [] int b[9];
extern shared int c[THREADS][THREADS]; /* error: two dimensions */
shared int c[3][THREADS];
