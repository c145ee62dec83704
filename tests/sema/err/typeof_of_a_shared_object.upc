// conformance: LANG-6.5.2-C3
#include <upc.h>
shared int a[THREADS];
int f(void)
{
    typeof(a[0]) t; /* error: an automatic variable cannot be shared */
    __typeof_unqual__(a[0]) fine = 1;
    __typeof__((0, a[0])) value = 2;
    static typeof(a[0]) shared_too;
    return fine + value + shared_too;
}
