#include <upc.h>
#include <upc_io.h>
#include <upc_nb.h>
#include <upcx_collective.h>
shared [64] char all[64 * THREADS];
#define START(to) upc_memput_nb(&all[to], own, 4)
int f(char *own)
{
    upc_memget_nb(own, all, 64);                /* warning: the handle of upc_memget_nb is lost, so nothing completes the operation */
    START(64 * (THREADS - 1));                  /* warning: the handle of upc_memput_nb is lost */
    if (MYTHREAD == 0)
        bupc_memput_async(&all[64], own, 4);    /* warning: the handle of bupc_memput_async is lost */
    upcx_team_barrier_nb(UPCX_TEAM_ALL);        /* warning: the handle of upcx_team_barrier_nb is lost */
    (void)upc_memget_nb(own, all, 64);
    upc_memget_nbi(own, all, 64);
    upc_synci();
    upc_all_fwait_async(0);
    upc_sync(({ upc_memget_nb(own, all, 64); }));
    upc_handle_t h = upc_memset_nb(all, 0, 4);
    upc_sync(h);
    return upc_sync_attempt(upc_memget_nb(own, all, 64));
}
