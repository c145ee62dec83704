// threads: 1 2
// status: nonzero
// stderr: upcx_team_barrier: the team is UPCX_TEAM_NONE: this thread is not a member
// expect-nothing
#include <upc.h>
#include <upcx_collective.h>

shared int dst[THREADS], src[THREADS];

int main(void)
{
    upcx_team_barrier(upcx_team_split(UPCX_TEAM_ALL, -1, 0));
    return 0;
}
