// conformance: LANG-6.6.1-S5
// threads: 16
// More threads than cores get on.
#include "check.h"

shared int sum[THREADS];

int main(void)
{
    for (int i = 0; i < 100; i++) {
        sum[(MYTHREAD + i) % THREADS] += 1;
        upc_barrier;
    }
    CHECK_EQ(sum[MYTHREAD], 100);
    check_done();
    return 0;
}
