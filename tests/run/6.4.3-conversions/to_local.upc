// conformance: LANG-6.4.3-S10 LANG-6.4.3-S12
#include "check.h"
#include <string.h>

shared [4] int a[4 * THREADS];
shared struct { int id; char name[12]; } record[THREADS];

int main(void)
{
    int *local = (int *)&a[4 * MYTHREAD];
    for (int i = 0; i < 4; i++)
        local[i] = 100 * MYTHREAD + i;
    strcpy((char *)record[MYTHREAD].name, "thread");
    record[MYTHREAD].id = MYTHREAD;

    shared [] int *own = upc_alloc(40);
    shared int *all = upc_all_alloc(THREADS, 40);
    shared int *global = upc_global_alloc(THREADS, 40);
    ((int *)own)[9] = 1;
    *(int *)(all + MYTHREAD) = 2;
    *(int *)(global + MYTHREAD) = 3;
    CHECK_EQ(own[9], 1);
    CHECK_EQ(all[MYTHREAD], 2);
    CHECK_EQ(global[MYTHREAD], 3);
    upc_barrier;

    for (int i = 0; i < 4 * THREADS; i++)
        CHECK_EQ(a[i], i / 4 * 100 + i % 4);
    for (int t = 0; t < THREADS; t++) {
        CHECK_EQ(record[t].id, t);
        CHECK_EQ(record[t].name[5], 'd');
        CHECK_EQ(all[t], 2);
    }
    upc_free(own);
    upc_free(global);
    upc_all_free(all);
    check_done();
    return 0;
}
