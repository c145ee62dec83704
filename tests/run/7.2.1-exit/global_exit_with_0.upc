// conformance: CORE-7.2.1-S1
// expect-nothing
#include <upc.h>

int main(void)
{
    if (MYTHREAD == THREADS - 1)
        upc_global_exit(0);
    upc_barrier;
    upc_barrier;
    return 9;
}
