// conformance: COLL-7.4.2.6-U1
// threads: 1 3
// status: nonzero
// stderr: upc_all_permute: perm.*must be from 0 to
// expect-nothing
#include <upc.h>
#include <upc_collective.h>

shared [4] int dst[4 * THREADS], src[4 * THREADS];
shared int perm[THREADS];
shared double x[THREADS], sum;

int main(void)
{
    perm[MYTHREAD] = THREADS;
    upc_all_permute(dst, src, perm, 4, 0);
    return 0;
}
