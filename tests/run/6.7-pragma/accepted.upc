// conformance: LANG-6.7.1-S1 LANG-6.7.1-S4 LANG-6.7.1-S5 LANG-6.7.1-S6 CORE-7.1-S2 CORE-7.1-S3 CORE-7.1-S4
// Pragmas in all their places, and headers that switch; the values must be right whatever the mode.
#include "check.h"
#include <upc_strict.h>
#include <upc_relaxed.h>
#include <upc_strict.h>
#pragma upc relaxed
#pragma some_other_compiler on
#pragma pupc on

shared int x[THREADS];
#pragma upc strict
strict shared int s;

static int relaxed_block(int t)
{
#pragma upc relaxed
    x[t]++;
    {
#pragma upc strict
        x[t]++;
        {
            x[t]++;
        }
    }
    return x[t];
}

int main(void)
{
    int t = (MYTHREAD + 1) % THREADS;
    CHECK_EQ(relaxed_block(t), 3);
    for (int i = 0; i < 2; i++) {
#pragma upc relaxed
        x[t] += 10;
    }
    CHECK_EQ(x[t], 23);
    check_done();
    return 0;
}
