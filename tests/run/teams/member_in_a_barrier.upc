// threads: 2 4
// status: nonzero
// stderr: barrier mismatch .UPC 6.6.1.: thread . .*is in upcx_team_broadcast, thread 0 .*is in a barrier without value
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
