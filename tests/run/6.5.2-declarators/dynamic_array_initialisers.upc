// conformance: LANG-6.5.2.1-S4
// Only as many elements are given as there are for one thread.
#include "check.h"

shared [4] int blocked[4 * THREADS] = {1, 2, 3, 4};
shared int cyclic[2 * THREADS] = {5, 6};

int main(void)
{
    for (int i = 0; i < 4 * THREADS; i++)
        CHECK_EQ(blocked[i], i < 4 ? i + 1 : 0);
    for (int i = 0; i < 2 * THREADS; i++)
        CHECK_EQ(cyclic[i], i < 2 ? i + 5 : 0);
    check_done();
    return 0;
}
