// conformance: COLL-7.4-U1
// threads: 2 3
// status: nonzero
// stderr: upc_all_gather: thread .* different arguments
// expect-nothing
#include <upc.h>
#include <upc_collective.h>

shared [4] int dst[4 * THREADS], src[4 * THREADS];
shared int perm[THREADS];
shared double x[THREADS], sum;

int main(void)
{
    upc_all_gather(dst, src, 4, MYTHREAD == 0 ? UPC_OUT_ALLSYNC : UPC_OUT_MYSYNC);
    return 0;
}
