// conformance: MEM-5.1.2.3-S1 MEM-B.5-S3 MEM-B.2-S6
// A thread sees its own relaxed writes, through whatever type of pointer.
#include "check.h"

relaxed shared int a[8 * THREADS];

int main(void)
{
    int t = (MYTHREAD + 1) % THREADS;
    shared [] int *same = (shared [] int *)&a[t];
    shared [] unsigned char *bytes = (shared [] unsigned char *)&a[t];
    for (int i = 0; i < 200; i++) {
        a[t] = i;
        CHECK_EQ(a[t], i);
        *same = -i;
        CHECK_EQ(a[t], -i);
        bytes[0] = bytes[1] = bytes[2] = bytes[3] = i;
        CHECK_EQ(a[t], (int)(i * 0x01010101u));
        int local = 7 * i;
        upc_memput(same, &local, sizeof local);
        CHECK_EQ(a[t], 7 * i);
    }
    check_done();
    return 0;
}
