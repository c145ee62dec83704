// conformance: LANG-6.6.2-U5
// cflags: -Wno-upc-forall-exit
// Leaving by break or return is undefined, but must not upset later loops.
#include "check.h"

static int leave(int n)
{
    upc_forall (int i = 0; i < n; i++; i)
        if (i >= MYTHREAD)
            return i;
    return -1;
}

int main(void)
{
    int n = 0;
    leave(2 * THREADS);
    upc_forall (int i = 0; i < 2 * THREADS; i++; i)
        if (i >= THREADS)
            break;
    upc_forall (int i = 0; i < 3 * THREADS; i++; i)
        n++;
    CHECK_EQ(n, 3);
    check_done();
    return 0;
}
