// conformance: COLL-7.4.3.1-U1
// threads: 2 3
// cflags: -g
// status: nonzero
// stderr: upc_all_prefix_reduceI: src and dst start|upc_all_prefix_reduce: src and dst start
// expect-nothing
#include <upc.h>
#include <upc_collective.h>

shared [4] int dst[4 * THREADS], src[4 * THREADS];
shared int perm[THREADS];
shared double x[THREADS], sum;

int main(void)
{
    upc_all_prefix_reduceI(&dst[4], src, UPC_ADD, 4, 4, NULL, 0);
    return 0;
}
