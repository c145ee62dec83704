// threads: 2 3 4
// modes: process far pthreads mixed nodes
// status: 5
// stderr: (has ended with status|can never reach|barrier mismatch)
// expect-nothing
// cflags: -Wno-upc-collective-in-branch
#include <stdlib.h>
#include <upc.h>
#include <upc_collective.h>

shared int from[THREADS], to[THREADS];

int main(void)
{
    if (MYTHREAD == 0)
        exit(5);
    for (int i = 0; i < 3; i++)
        upc_all_broadcast(to, from, sizeof(int), UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    return 0;
}
