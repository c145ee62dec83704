// conformance: LANG-6.5.1.1-S9 LANG-6.5.2.1-C5
shared int *a;
shared [1] int *b;
shared [] int *c;
shared [0] int *d;
shared int e[THREADS * (100 * 20)];
extern shared [1] int e[];
void f(void) { a = b; c = d; b = a; a = e; }
