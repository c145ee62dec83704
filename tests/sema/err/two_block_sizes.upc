// conformance: LANG-6.5-C3 LANG-6.5-C4
shared [2] shared [3] int *a; /* error: block size */
typedef shared [2] int two;
shared [5] two *b; /* error: block size */
shared [2] two *c;
