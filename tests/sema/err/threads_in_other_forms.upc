// conformance: LANG-6.5.2.1-C5
shared int a[THREADS * 100 * 20]; /* warning: THREADS */
shared int b[(int)THREADS]; /* error: THREADS */
shared int c[2 * THREADS / 2]; /* error: THREADS */
shared int fine[THREADS * (100 * 20)];
