// conformance: LANG-6.5.1.1-C2
shared [-1] int *a; /* error: negative */
shared [2 - 3] int b[THREADS]; /* error: negative */
