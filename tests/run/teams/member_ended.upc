// threads: 2 4
// status: nonzero
// stderr: upcx_team_broadcast waits for thread 0, which has ended with status 0
// expect-nothing
// cflags: -Wno-upc-collective-in-branch
#include <upc.h>
#include <upcx_collective.h>

shared int dst[THREADS], src[THREADS];

int main(void)
{
    upcx_team_t team = upcx_team_split(UPCX_TEAM_ALL, 0, -MYTHREAD);
    if (MYTHREAD > 0)
        upcx_team_broadcast(dst, &src[0], 4, 0, team);
    return 0;
}
