// conformance: LANG-6.6.1-S7 MEM-B.3.1-S1
// A relaxed flag between fences passes a message, and a fence waits for nobody.
#include "check.h"

relaxed shared int data[THREADS], flag[THREADS];

int main(void)
{
    upc_fence;
    for (int round = 1; round <= 200; round++) {
        int from = (MYTHREAD + THREADS - 1) % THREADS;
        data[MYTHREAD] = 3 * round;
        upc_fence;
        flag[MYTHREAD] = round;
        while (flag[from] < round)
            ;
        upc_fence;
        CHECK(data[from] >= 3 * round);
    }
    check_done();
    return 0;
}
