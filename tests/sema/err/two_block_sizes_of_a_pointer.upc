// conformance: LANG-6.5.2-C1
int *shared [2] shared [3] p; /* error: block size */
