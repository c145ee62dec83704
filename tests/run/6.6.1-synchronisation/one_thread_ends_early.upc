// conformance: LANG-6.6.1-U3
// threads: 2 3
// status: nonzero
// stderr: (thread 0 can never reach|barrier mismatch)
// expect-nothing
// cflags: -Wno-upc-collective-in-branch
#include <upc.h>

int main(void)
{
    if (MYTHREAD != 0)
        for (int i = 0; i < 3; i++)
            upc_barrier;
    return 0;
}
