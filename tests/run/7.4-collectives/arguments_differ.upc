// conformance: COLL-7.4-U1 ENV-3.10-U1
// threads: 2 3
// status: nonzero
// stderr: upc_all_broadcast: thread .* different arguments
// expect-nothing
#include <upc.h>
#include <upc_collective.h>

shared [4] int dst[4 * THREADS], src[4 * THREADS];
shared int perm[THREADS];
shared double x[THREADS], sum;

int main(void)
{
    upc_all_broadcast(dst, src, MYTHREAD == 0 ? 4 : 8, 0);
    return 0;
}
