// threads: 2 3
// status: nonzero
// stderr: upcx_team_broadcast: thread . and thread . gave different arguments; they are single-valued in the team
// expect-nothing
#include <upc.h>
#include <upcx_collective.h>

shared int dst[THREADS], src[THREADS];

int main(void)
{
    upcx_team_broadcast(dst, &src[1], MYTHREAD == 1 ? 4 : 2, UPC_OUT_MYSYNC,
                        upcx_team_split(UPCX_TEAM_ALL, 0, -MYTHREAD));
    return 0;
}
