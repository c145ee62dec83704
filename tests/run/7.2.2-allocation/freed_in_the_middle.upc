// conformance: CORE-7.2.2.4-U1
// threads: 1 2
// modes: process pthreads mixed
// status: nonzero
// stderr: upc_free of a pointer
// expect-nothing
#include <upc.h>

int main(void)
{
    shared [] char *p = upc_alloc(400);
    upc_free(p + 160);
    return 0;
}
