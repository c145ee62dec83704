// conformance: LANG-6.5.2.1-C1
shared int a[10]; /* error: THREADS */
shared [5] int b[2][20]; /* error: THREADS */
shared [] int fine[10];
