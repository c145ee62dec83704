// conformance: LANG-6.5.2.1-C4
int n;
shared int a[n * THREADS]; /* error: THREADS | constant */
shared int b[0 * THREADS]; /* error: THREADS | positive | zero */
shared int c[-2 * THREADS]; /* error: THREADS | positive | negative */
