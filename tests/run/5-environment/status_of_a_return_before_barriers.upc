// threads: 2 3 4
// modes: process far pthreads mixed nodes
// status: 5
// stderr: (can never reach|barrier mismatch)
// expect-nothing
// cflags: -Wno-upc-collective-in-branch
#include <upc.h>

int main(void)
{
    if (MYTHREAD == 0)
        return 5;
    for (int i = 0; i < 3; i++)
        upc_barrier i;
    return 0;
}
