// conformance: NB-7.9.3-U1
// threads: 2 3
// cflags: -g
// status: nonzero
// stderr: handle_of_another_thread\.upc:21: upc_sync_attempt of a handle of thread 0: only the thread that started the transfer can synchronise it
// expect-nothing
#include <upc.h>
#include <upc_nb.h>

shared [4] int a[4 * THREADS];
shared upc_handle_t handle;

int main(void)
{
    int local[4];
    if (MYTHREAD == 0)
        handle = upc_memget_nb(local, &a[4], sizeof local);
    upc_barrier;
    upc_handle_t copy = handle;
    if (MYTHREAD == 1)
        upc_sync_attempt(copy);
    upc_barrier;
    return 0;
}
