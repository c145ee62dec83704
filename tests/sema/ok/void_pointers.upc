// conformance: LANG-6.5.1.1-S4 LANG-6.4.2-S2
shared void *a;
shared const void *b;
strict shared void *c;
const shared void *d[4];
int f(void) { return a == d[1]; }
