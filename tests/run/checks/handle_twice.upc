// conformance: NB-7.9.3-U1
// threads: 1 2 3
// cflags: -g
// status: nonzero
// stderr: handle_twice\.upc:19: upc_sync of a handle that was synchronised already \(UPC 7\.9\.3\)
// expect-nothing
#include <upc.h>
#include <upc_nb.h>

shared [4] int a[4 * THREADS];

int main(void)
{
    int local[4];
    int next = 4 * ((MYTHREAD + 1) % THREADS);
    upc_handle_t handle = upc_memget_nb(local, &a[next], sizeof local);
    while (!upc_sync_attempt(handle))
        ;
    upc_sync(handle);
    return 0;
}
