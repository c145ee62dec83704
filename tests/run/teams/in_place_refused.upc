// threads: 1 2
// status: nonzero
// stderr: upcx_team_broadcast: UPCX_IN_PLACE is not for this function
// expect-nothing
#include <upc.h>
#include <upcx_collective.h>

shared int dst[THREADS], src[THREADS];

int main(void)
{
    upcx_team_broadcast(dst, dst, 4, UPCX_IN_PLACE, UPCX_TEAM_ALL);
    return 0;
}
