// conformance: ENV-3.9-U1
// threads: 2 3
// status: nonzero
// stderr: barrier mismatch
// expect-nothing
#include <upc.h>
#include <upc_collective.h>

shared [4] int dst[4 * THREADS], src[4 * THREADS];
shared int perm[THREADS];
shared double x[THREADS], sum;

int main(void)
{
    if (MYTHREAD == 0)
        upc_all_broadcast(dst, src, 4, 0);
    else
        upc_barrier 5;
    return 0;
}
