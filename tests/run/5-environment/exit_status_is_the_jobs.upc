// conformance: ENV-5.1.2.2-S2
// threads: 2 3 4
// status: 3
// expect-nothing
#include <stdlib.h>
#include <upc.h>

int main(void)
{
    return MYTHREAD == THREADS - 1 ? 3 : 0;
}
