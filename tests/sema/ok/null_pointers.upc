// conformance: LANG-6.4.3-S1 LANG-6.4.2-S1
#include <stddef.h>
shared int *a = 0, *b = NULL;
shared [4] int *c = (void *)0;
int f(shared [] int *p) { return p == 0 || p != NULL || !p || f(0) || f(NULL); }
