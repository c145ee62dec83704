// conformance: CORE-7.2.2.4-U1
// threads: 2 3
// modes: process pthreads mixed
// status: nonzero
// stderr: upc_free of a pointer that no allocation returned, that was freed already
// stderr: memory of upc_all_alloc is one block: one thread frees it with upc_free
// expect-nothing
// unchecked
// A small block that its owner freed is freed by another thread.
#include <upc.h>

static shared [] char *shared block;

int main(void)
{
    if (MYTHREAD == 0) {
        block = upc_alloc(40);
        upc_free((shared void *)block);
        upc_fence;
    }
    static shared int freed;
    if (MYTHREAD == 0) {
        strict shared int *flag = (strict shared int *)&freed;
        *flag = 1;
        while (*flag != 2)
            ;
    } else if (MYTHREAD == 1) {
        strict shared int *flag = (strict shared int *)&freed;
        while (*flag != 1)
            ;
        upc_free((shared void *)block);
        *flag = 2;
    }
    return 0;
}
