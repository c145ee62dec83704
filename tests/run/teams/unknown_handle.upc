// threads: 1 2
// status: nonzero
// stderr: handle 0x8000000000000005 is not one of this thread's operations
// expect-nothing
#include <upc.h>
#include <upcx_collective.h>

shared int dst[THREADS], src[THREADS];

int main(void)
{
    upc_sync(upcx_team_barrier_nb(UPCX_TEAM_ALL));
    upc_sync(0x8000000000000005);
    return 0;
}
