// conformance: LANG-6.3.2-C2
// cflags: -T 4
enum { A = MYTHREAD }; /* error: constant */
int table[MYTHREAD + 1]; /* error: constant | file scope */
