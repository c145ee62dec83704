#include "check.h"
#include <upc_collective.h>

static shared [5] int a[5 * THREADS];
static shared int result[THREADS];
static shared double most[THREADS], b[THREADS];

int main(void)
{
    for (int i = 0; i < 5; i++)
        a[5 * MYTHREAD + i] = 5 * MYTHREAD + i;
    b[MYTHREAD] = MYTHREAD / 2.0;
    bupc_all_reduce_allI(result, a, UPC_ADD, 5 * THREADS, 5, NULL,
                         UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    for (int t = 0; t < THREADS; t++)
        CHECK_EQ(result[t], 5 * THREADS * (5 * THREADS - 1) / 2);
    bupc_all_reduce_allD(most, b, UPC_MAX, THREADS, 1, NULL, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    CHECK(most[MYTHREAD] == (THREADS - 1) / 2.0);
    check_done();
    return 0;
}
