// conformance: LANG-6.5.2.1-C3
shared int a[THREADS * THREADS]; /* error: THREADS */
shared int b[THREADS + 1]; /* error: THREADS */
