// conformance: CORE-7.2.2.5-U1
// threads: 1 2
// status: nonzero
// stderr: upc_all_free of a pointer
// expect-nothing
// unchecked
#include <upc.h>

int main(void)
{
    shared void *p = upc_all_alloc(THREADS, 40);
    upc_all_free(p);
    upc_all_free(p);
    upc_barrier;
    return 0;
}
