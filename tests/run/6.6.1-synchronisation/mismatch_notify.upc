// conformance: LANG-6.6.1-S10
// threads: 2 3 4 7
// status: nonzero
// stderr: (?i)barrier|upc_notify
// expect-nothing
#include <upc.h>

int main(void)
{
    upc_barrier 1;
    upc_barrier 100 + (MYTHREAD == THREADS - 1);
    return 0;
}
