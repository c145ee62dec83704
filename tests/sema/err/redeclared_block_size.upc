// conformance: LANG-6.5.1.1-C8
extern shared [2] int a[4 * THREADS];
shared [3] int a[4 * THREADS]; /* error: a */
