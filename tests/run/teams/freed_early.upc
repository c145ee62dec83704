// threads: 1 3
// status: nonzero
// stderr: upcx_team_free: 2 operations of the team have not been synchronised
// expect-nothing
#include <upc.h>
#include <upcx_collective.h>

shared int dst[THREADS], src[THREADS];

int main(void)
{
    upcx_team_t team = upcx_team_split(UPCX_TEAM_ALL, MYTHREAD, 0);
    (void)upcx_team_barrier_nb(team);
    (void)upcx_team_barrier_nb(team);
    upcx_team_free(team);
    return 0;
}
