// threads: 1 3
// status: nonzero
// stderr: upcx_team_barrier: the team has been freed
// expect-nothing
#include <upc.h>
#include <upcx_collective.h>

shared int dst[THREADS], src[THREADS];

int main(void)
{
    upcx_team_t team = upcx_team_range(UPCX_TEAM_ALL, 0, 1, THREADS);
    upcx_team_free(team);
    upcx_team_barrier(team);
    return 0;
}
