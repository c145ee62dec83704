// threads: 2 4
// status: nonzero
// stderr: upcx_team_broadcast waits for thread 0, but thread 0 .*is in a barrier without value, which thread . has not reached
// expect-nothing
// cflags: -Wno-upc-collective-in-branch
#include <upc.h>
#include <upcx_collective.h>

shared int dst[THREADS], src[THREADS];

int main(void)
{
    upcx_team_t team = upcx_team_split(UPCX_TEAM_ALL, 0, -MYTHREAD);
    upc_handle_t handle = upcx_team_barrier_nb(team);
    if (MYTHREAD > 0)
        upcx_team_broadcast(dst, src, 4, 0, team);
    upc_barrier;
    upc_sync(handle);
    return 0;
}
