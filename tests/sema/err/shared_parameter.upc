// conformance: LANG-6.5.2-C5
void f(shared int a); /* error: shared */
void g(int *shared p); /* error: shared */
void h(shared int fine[]);
