// conformance: CORE-7.2.2.4-U1
// threads: 1 2
// modes: process pthreads mixed
// status: nonzero
// stderr: upc_free of a pointer
// expect-nothing
// unchecked
#include <upc.h>

int main(void)
{
    shared void *p = upc_alloc(40), *other = upc_alloc(40);
    upc_free(p);
    upc_free(p);
    upc_free(other);
    return 0;
}
