// conformance: LANG-6.3.1-S1
// An automatic array of THREADS elements: a variable-length array when THREADS is not a constant.
#include "check.h"

static int sum(int n, int values[n])
{
    int total = 0;
    for (int i = 0; i < n; i++)
        total += values[i];
    return total;
}

int main(void)
{
    int values[THREADS], table[THREADS][2 * THREADS];
    for (int t = 0; t < THREADS; t++) {
        values[t] = t + MYTHREAD;
        for (int u = 0; u < 2 * THREADS; u++)
            table[t][u] = t * u;
    }
    CHECK_EQ(sizeof values, THREADS * sizeof(int));
    CHECK_EQ(sizeof table, 2 * THREADS * THREADS * sizeof(int));
    CHECK_EQ(sum(THREADS, values), THREADS * (THREADS - 1) / 2 + THREADS * MYTHREAD);
    CHECK_EQ(table[THREADS - 1][2 * THREADS - 1], (THREADS - 1) * (2 * THREADS - 1));
    check_done();
    return 0;
}
