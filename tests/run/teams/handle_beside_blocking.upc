// threads: 2 3
// status: nonzero
// stderr: calls do not match .UPC 3.9.: thread . .*is in upcx_team_barrier, thread . is in upcx_team_gather_all|barrier mismatch .UPC 6.6.1.: thread . .*is in upcx_team_barrier, thread . .*is in upcx_team_gather_all
// expect-nothing
// cflags: -Wno-upc-collective-in-branch
#include <upc.h>
#include <upc_collective.h>
#include <upcx_collective.h>

shared int dst[8 * THREADS], src[THREADS];

int main(void)
{
    upc_flag_t flags = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
    if (MYTHREAD == 0)
        upc_sync(upcx_team_barrier_nb(UPCX_TEAM_ALL));
    else
        upcx_team_gather_all(dst, src, sizeof(int), flags, UPCX_TEAM_ALL);
    upc_barrier;
    return 0;
}
