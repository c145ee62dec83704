// conformance: LANG-6.4.1.1-C1
shared [2] int a[4 * THREADS];
char b[sizeof a]; /* error: constant */
shared [] int c[10];
char d[sizeof c];
