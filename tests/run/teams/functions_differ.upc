// threads: 2 3
// status: nonzero
// stderr: calls do not match .UPC 3.9.: thread [0-9] is in upcx_team_(gather_all|exchange), thread [0-9] is in upcx_team_(gather_all|exchange)
// expect-nothing
#include <upc.h>
#include <upcx_collective.h>

int main(void)
{
    int in[THREADS], out[THREADS];
    upcx_team_t team = upcx_team_split(UPCX_TEAM_ALL, 0, -MYTHREAD);
    if (MYTHREAD == 0)
        upcx_team_gather_all_private(out, in, sizeof(int), team);
    else
        upcx_team_exchange_private(out, in, sizeof(int), team);
    return 0;
}
