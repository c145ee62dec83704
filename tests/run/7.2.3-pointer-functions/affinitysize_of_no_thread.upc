// conformance: CORE-7.2.3.5-U1 CORE-7.2.3.5-S1
// unchecked
#include "check.h"

/* A thread that there is not has no part. */
int main(void)
{
    size_t total = 1234, sum = 0;
    for (int t = 0; t < THREADS; t++)
        sum += upc_affinitysize(total, 10, t);
    CHECK_EQ(sum, total);
    CHECK_EQ(upc_affinitysize(total, 10, THREADS), 0);
    CHECK_EQ(upc_affinitysize(total, 0, (size_t)-1), 0);
    check_done();
    return 0;
}
