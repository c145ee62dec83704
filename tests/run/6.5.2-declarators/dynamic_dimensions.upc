// conformance: LANG-6.5.2.1-S1 LANG-6.5.2.1-S2 LANG-6.5.2.1-S9 CORE-7.2.3.5-S1 CORE-7.2.3.5-S2
#include "check.h"

shared int a[THREADS];
shared int b[3 * THREADS];
shared int c[THREADS * (2 * 3)];
shared [2] int d[2][3 * THREADS];
shared [5] int e[THREADS][4][3];
shared [7] char odd[10 * THREADS];

int main(void)
{
    size_t total = 0;
    shared [2] int (*row)[10];
    CHECK_EQ(sizeof a, THREADS * sizeof(int));
    CHECK_EQ(sizeof c, 6 * THREADS * sizeof(int));
    CHECK_EQ(sizeof d, 6 * THREADS * sizeof(int));
    CHECK_EQ(sizeof d[0], 3 * THREADS * sizeof(int));
    CHECK_EQ(sizeof e[0], 12 * sizeof(int));
    CHECK_EQ(sizeof *row, 10 * sizeof(int));
    for (int i = 0; i < 6 * THREADS; i++)
        CHECK_EQ(upc_threadof(&d[i / (3 * THREADS)][i % (3 * THREADS)]), i / 2 % THREADS);
    for (int i = 0; i < 12 * THREADS; i++)
        CHECK_EQ(upc_threadof(&e[i / 12][i / 3 % 4][i % 3]), i / 5 % THREADS);
    for (int t = 0; t < THREADS; t++) {
        size_t counted = 0;
        for (int i = 0; i < 10 * THREADS; i++)
            counted += upc_threadof(&odd[i]) == t;
        CHECK_EQ(upc_affinitysize(sizeof odd, 7, t), counted);
        total += upc_affinitysize(1000003, 17, t);
    }
    CHECK_EQ(total, 1000003);
    CHECK_EQ(upc_affinitysize(77, 0, 0), 77);
    for (int t = 1; t < THREADS; t++)
        CHECK_EQ(upc_affinitysize(77, 0, t), 0);
    check_done();
    return 0;
}
