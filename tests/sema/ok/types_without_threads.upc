// conformance: LANG-6.5.2.1-S2
shared int (*p)[10];
void f(shared [2] int a[20]);
int g(void) { return sizeof(shared int[10]) + sizeof *p; }
shared [5] int (*q)[3][7];
