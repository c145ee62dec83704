// conformance: LANG-6.5.2.1-C7
shared [] int a[THREADS]; /* error: THREADS */
