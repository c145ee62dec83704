// conformance: NB-7.9.2-U1
#include "check.h"
#include <upc_nb.h>

enum { N = 100 };
shared [N] int a[N * THREADS];

/* Source and destination used within the interval: the data may be anything. */
int main(void)
{
    int local[N] = {0}, to = (MYTHREAD + 1) % THREADS, sum = 0;
    upc_handle_t get = upc_memget_nb(local, &a[N * to], sizeof local);
    sum += local[3];
    a[N * to + 3] = 1;
    local[4] = sum;
    upc_sync(get);
    (void)upc_memput_nb(&a[N * to], local, sizeof local); /* dropped */
    upc_barrier;
    CHECK_EQ(a[N * MYTHREAD + 50], 0);
    check_done();
    return 0;
}
