// threads: 2 3
// status: nonzero
// stderr: upcx_team_scatter: src is on thread 0, which is not in the team
// expect-nothing
#include <upc.h>
#include <upcx_collective.h>

shared int dst[THREADS], src[THREADS];

int main(void)
{
    if (MYTHREAD > 0)
        upcx_team_scatter(dst, &src[0], 4, 0, upcx_team_split(upcx_team_all(), 1, 0));
    else
        upcx_team_split(upcx_team_all(), 0, 0);
    return 0;
}
