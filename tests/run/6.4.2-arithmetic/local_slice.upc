// conformance: LANG-6.4.2-S11 LANG-6.4.2-S12 LANG-6.4.3-S12 CORE-7.2.3.4-S1 LANG-6.5.1.1-S11
// The elements that a thread owns are contiguous in its memory, and local pointers see what shared
// ones write.
#include "check.h"

shared [3] int a[12 * THREADS];

int main(void)
{
    int *first = NULL, *previous = NULL;
    for (int i = 0; i < 12 * THREADS; i++)
        if (upc_threadof(&a[i]) == MYTHREAD) {
            int *local = (int *)&a[i];
            if (first == NULL)
                first = local;
            if (previous)
                CHECK_EQ(local - previous, 1);
            previous = local;
            *local = i;
            CHECK_EQ(a[i], i);
            a[i] = -i;
            CHECK_EQ(*local, -i);
            *(shared [] int *)&a[i] = 2 * i;
            CHECK_EQ(*local + a[i], 4 * i);
        }
    CHECK_EQ(previous - first, 11);
    upc_barrier;
    for (int i = 0; i < 12 * THREADS; i++)
        CHECK_EQ(a[i], 2 * i);
    check_done();
    return 0;
}
