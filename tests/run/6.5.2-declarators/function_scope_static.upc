// conformance: LANG-6.5.2-S2
#include "check.h"

static int add(int n)
{
    static shared int total;
    static shared int each[THREADS];
    if (n >= 0)
        each[MYTHREAD] += n;
    upc_barrier;
    if (MYTHREAD == 0 && n < 0)
        for (int t = 0; t < THREADS; t++)
            total += each[t];
    upc_barrier;
    return total;
}

static int other(void)
{
    static shared int total = 100; /* another object */
    return total;
}

static shared int *counter(void)
{
    static shared int total;
    {
        static shared int total = 5;
        if (total != 5)
            return NULL;
    }
    return &total;
}

int main(void)
{
    add(MYTHREAD + 1);
    add(MYTHREAD + 1);
    CHECK_EQ(add(-1), THREADS * (THREADS + 1));
    CHECK_EQ(other(), 100);
    CHECK(counter() != NULL && *counter() == 0);
    CHECK_EQ(upc_threadof(counter()), 0);
    check_done();
    return 0;
}
