// conformance: CORE-7.2.1-S1
// threads: 2 3 4
// status: 4
// expect-nothing
#include <upc_strict.h>

shared int never;

int main(void)
{
    if (MYTHREAD == 0)
        upc_global_exit(4);
    while (!never)
        ;
    return 0;
}
