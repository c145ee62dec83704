// conformance: COLL-7.4-U2 LANG-6.6.1-U2
// threads: 1 2
// status: nonzero
// stderr: between upc_notify and upc_wait
// expect-nothing
#include <upc.h>
#include <upc_collective.h>

shared [4] int dst[4 * THREADS], src[4 * THREADS];
shared int perm[THREADS];
shared double x[THREADS], sum;

int main(void)
{
    upc_notify;
    upc_all_broadcast(dst, src, 4, 0);
    upc_wait;
    return 0;
}
