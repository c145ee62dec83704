// conformance: CORE-7.2.2.2-S1 CORE-7.2.2.2-S2 CORE-7.2.2-S1 CORE-7.2.2.2-S3 CORE-7.2.2.5-S1 CORE-7.2.2.5-S2
#include "check.h"
#include <stddef.h>

shared void *shared seen[THREADS];

int main(void)
{
    shared [5] int *p = (shared [5] int *)upc_all_alloc(3 * THREADS + 1, 5 * sizeof(int));
    CHECK(p != NULL);
    CHECK_EQ(upc_threadof(p), 0);
    CHECK_EQ(upc_phaseof(p), 0);
    for (int i = 0; i < 5 * (3 * THREADS + 1); i++) {
        CHECK_EQ(upc_threadof(&p[i]), i / 5 % THREADS);
        if (i % THREADS == MYTHREAD)
            p[i] = i;
    }
    seen[MYTHREAD] = p;
    upc_barrier;
    for (int i = 0; i < 5 * (3 * THREADS + 1); i++)
        CHECK_EQ(p[i], i);
    for (int t = 0; t < THREADS; t++)
        CHECK(seen[t] == (shared void *)p);
    upc_barrier;
    upc_all_free(p);
    upc_all_free(NULL);
    CHECK(upc_all_alloc(0, 10) == NULL);
    CHECK(upc_all_alloc(10, 0) == NULL);

    for (int n = 1; n < 40; n++) {
        shared char *q = upc_all_alloc(THREADS, n);
        CHECK_EQ((size_t)(char *)(q + MYTHREAD) % _Alignof(max_align_t), 0);
        q[MYTHREAD] = n; /* at once, whatever the others do */
        upc_all_free(q);
    }
    check_done();
    return 0;
}
