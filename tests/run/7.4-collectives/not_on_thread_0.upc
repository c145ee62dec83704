// conformance: COLL-7.4.2.1-U1
// threads: 2 3
// status: nonzero
// stderr: upc_all_broadcast: dst must point to thread 0
// expect-nothing
#include <upc.h>
#include <upc_collective.h>

shared [4] int dst[4 * THREADS], src[4 * THREADS];
shared int perm[THREADS];
shared double x[THREADS], sum;

int main(void)
{
    upc_all_broadcast(&dst[4], src, 4, 0);
    return 0;
}
