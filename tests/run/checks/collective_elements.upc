// Threads that give a reduction different numbers of elements end with a message, which names them
// in checked code.
// conformance: ENV-3.10-U1
// threads: 2 3
// status: nonzero
// expect-nothing
// stderr: upc_all_reduce: thread \d.* and thread \d.* gave different arguments(: nelems is (4 and 8|8 and 4); they are single-valued \(UPC 3.10\)|; they are single-valued \(UPC 3.10\); compile with upcc -g to see which)
#include <upc_relaxed.h>
#include <upc_collective.h>

shared [8] int from[8 * THREADS];
shared int sum;

int main(void)
{
    upc_all_reduceI(&sum, from, UPC_ADD, MYTHREAD == 1 ? 4 : 8, 8, NULL,
                    UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    return 0;
}
