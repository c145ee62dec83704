// conformance: LANG-6.6.1-S15
// threads: 2 3 4
// status: nonzero
// stderr: (?i)barrier|exit
// expect-nothing
// cflags: -Wno-upc-collective-in-branch
#include <upc.h>

int main(void)
{
    if (MYTHREAD != 0)
        upc_barrier 1;
    return 0;
}
