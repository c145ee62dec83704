// conformance: LANG-6.5.2.1-S10 LANG-6.5.2-S3
#include "check.h"

typedef int vector[4];
typedef vector matrix[3];

shared [2] vector v[THREADS];
shared [6] matrix m[2 * THREADS];

static void fill(shared [2] int a[], int n)
{
    for (int i = 0; i < n; i++)
        if (upc_threadof(&a[i]) == MYTHREAD)
            a[i] = 3 * i;
}

static int sum(shared [6] int (*rows)[4], int n)
{
    int total = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++)
            total += rows[i][j];
    return total;
}

int main(void)
{
    for (int i = 0; i < 4 * THREADS; i++)
        CHECK_EQ(upc_threadof(&v[i / 4][i % 4]), i / 2 % THREADS);
    fill(&v[0][0], 4 * THREADS);
    for (int i = 0; i < 24 * THREADS; i++) {
        shared [6] int *e = &m[i / 12][i / 4 % 3][i % 4];
        CHECK_EQ(upc_threadof(e), i / 6 % THREADS);
        if (upc_threadof(e) == MYTHREAD)
            *e = 1;
    }
    upc_barrier;
    for (int i = 0; i < 4 * THREADS; i++)
        CHECK_EQ(v[i / 4][i % 4], 3 * i);
    CHECK_EQ(sum(m[0], 6 * THREADS), 24 * THREADS);
    check_done();
    return 0;
}
