// conformance: LANG-6.5.1.1-C1
shared [2.0] int *a; /* error: constant | integer */
