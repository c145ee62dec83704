// conformance: CORE-7.2.2.2-U1
// threads: 2 3
// status: nonzero
// stderr: upc_all_alloc: thread .* different arguments
// expect-nothing
#include <upc.h>

int main(void)
{
    upc_all_alloc(THREADS, MYTHREAD == 0 ? 4 : 8);
    return 0;
}
