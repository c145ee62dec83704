#include <upc_atomic.h>
shared int a;
void domain_forgotten(void)
{
    int r;
    upc_atomic_strict(&r, UPC_ADD, &a, &r, 0); /* error: upc_atomic_strict | takes 6 arguments */
}
