// conformance: CORE-7.2.2.4-U1
// threads: 1 2
// status: nonzero
// stderr: upc_free of a pointer
// expect-nothing
// unchecked
#include <upc.h>

int main(void)
{
    static shared int x;
    upc_free(&x);
    return 0;
}
