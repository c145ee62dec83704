// threads: 2 4
// status: nonzero
// stderr: calls do not match .UPC 3.9.: thread . .*is in upcx_team_exchange, thread . is in upc_all_gather_all|barrier mismatch .UPC 6.6.1.: thread . .*is in upcx_team_exchange, thread . .*is in upc_all_gather_all
// expect-nothing
// cflags: -Wno-upc-collective-in-branch
#include <upc.h>
#include <upc_collective.h>
#include <upcx_collective.h>

shared int dst[8 * THREADS], src[THREADS];

int main(void)
{
    upc_flag_t flags = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
    int in[THREADS], out[THREADS];
    upcx_team_t reversed = upcx_team_split(UPCX_TEAM_ALL, 0, -MYTHREAD);
    if (MYTHREAD == 0)
        upcx_team_exchange_private(out, in, sizeof(int), reversed);
    else
        upc_all_gather_all(dst, src, sizeof(int), flags);
    upc_barrier;
    return 0;
}
