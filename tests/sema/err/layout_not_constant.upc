// conformance: LANG-6.5.1.1-C1
int n = 3;
shared [n] int *a; /* error: constant */
shared [MYTHREAD] int *b; /* error: constant */
shared [THREADS] int *c; /* error: constant */
