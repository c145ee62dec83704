// conformance: COLL-7.4.3-U1
// threads: 1 2
// status: nonzero
// stderr: upc_all_reduceD: operation
// expect-nothing
#include <upc.h>
#include <upc_collective.h>

shared [4] int dst[4 * THREADS], src[4 * THREADS];
shared int perm[THREADS];
shared double x[THREADS], sum;

int main(void)
{
    upc_all_reduceD(&sum, x, UPC_XOR, THREADS, 1, NULL, 0);
    return 0;
}
