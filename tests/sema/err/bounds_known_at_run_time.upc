// conformance: LANG-6.5.2.1-C1
#include <upc.h>
int f(int n, shared [] int (*a)[n]) { return a[0][1]; } /* error: bound of a shared array is not a constant */
int g(int (*a)[-2]) { return a[0][1]; } /* error: array bound -2 is negative */
