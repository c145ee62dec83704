// conformance: LANG-6.5.2.1-C2 LANG-6.5.2.1-C6
shared int a[THREADS][THREADS]; /* error: THREADS */
typedef shared int row[THREADS];
row b[THREADS]; /* error: THREADS */
