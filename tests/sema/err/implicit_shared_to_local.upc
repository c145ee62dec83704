// conformance: LANG-6.4.3-C6
#include <string.h>
shared int a[THREADS];
void take(int *);
int *f(void)
{
    int *p = a; /* error: shared */
    p = &a[0]; /* error: shared */
    take(a); /* error: shared */
    memset(a, 0, 4); /* error: shared */
    return &a[0]; /* error: shared */
}
