// conformance: LANG-6.6.2-S3 LANG-6.6.2-S4 LANG-6.6.2-S2
#include "check.h"

shared [3] int a[12 * THREADS];
shared int c[4 * THREADS][2];
shared [] int one[10];
shared int count;
shared int by[THREADS];

int main(void)
{
    int i, j, mine = 0;
    upc_forall (i = 0; i < 12 * THREADS; i++; &a[i]) {
        CHECK_EQ(upc_threadof(&a[i]), MYTHREAD);
        a[i] = MYTHREAD + 1;
        mine++;
    }
    CHECK_EQ(mine, 12);
    upc_barrier;
    for (i = 0; i < 12 * THREADS; i++)
        CHECK_EQ(a[i], i / 3 % THREADS + 1);

    upc_forall (i = 0; i < 4 * THREADS; i++; c[i]) /* an array decays to a pointer */
        for (j = 0; j < 2; j++)
            c[i][j] = MYTHREAD;
    upc_barrier;
    for (i = 0; i < 4 * THREADS; i++)
        CHECK_EQ(c[i][1], 2 * i % THREADS);

    shared [3] int *p = a;
    upc_forall (; p < a + 12 * THREADS; p++; p)
        (*p)++;
    CHECK(p == a + 12 * THREADS);
    upc_barrier;
    for (i = 0; i < 12 * THREADS; i++)
        CHECK_EQ(a[i], i / 3 % THREADS + 2);

    mine = 0;
    upc_forall (i = 0; i < 10; i++; &one[i])
        mine++;
    CHECK_EQ(mine, MYTHREAD == 0 ? 10 : 0);
    mine = 0;
    upc_forall (i = 0; i < 5; i++; (shared void *)NULL)
        mine++;
    CHECK_EQ(mine, MYTHREAD == 0 ? 5 : 0);
    mine = 0;
    upc_forall (i = 0; i < 12 * THREADS; i++; (shared void *)&a[i])
        mine++;
    CHECK_EQ(mine, 12);
    check_done();
    return 0;
}
