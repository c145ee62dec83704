// conformance: LANG-6.4.3-U2
// threads: 2 3
// modes: far
// status: nonzero
// stderr: cast of a pointer-to-shared to a pointer-to-local: the object is on thread 0
// expect-nothing
// unchecked
#include <upc.h>

shared int x;

int main(void)
{
    if (MYTHREAD == 1)
        return (int *)&x != NULL;
    upc_barrier;
    return 0;
}
