// conformance: CORE-7.2.2.4-S1 CORE-7.2.2-S3
// launch: -shared-heap 8MB
// Far more is allocated over time than there is.
#include "check.h"

int main(void)
{
    for (int i = 0; i < 300; i++) {
        shared [] char *p = upc_alloc(1 << 20);
        CHECK(p != NULL);
        p[(1 << 20) - 1] = i;
        upc_all_free((shared void *)upc_all_alloc(THREADS, 1 << 20));
        upc_free(p);
        if (i % 20 == 0) {
            shared void *q = upc_global_alloc(THREADS, 1 << 18);
            CHECK(q != NULL);
            upc_free(q);
        }
    }
    /* each free function for each allocator */
    shared void *a = upc_all_alloc(THREADS, 100);
    upc_barrier;
    if (MYTHREAD == 0)
        upc_free(a);
    static shared void *shared box;
    if (MYTHREAD == 0)
        box = upc_alloc(100);
    upc_barrier;
    upc_all_free(box);
    upc_barrier;
    if (MYTHREAD == 0)
        box = upc_global_alloc(THREADS, 100);
    upc_barrier;
    upc_all_free(box);
    check_done();
    return 0;
}
