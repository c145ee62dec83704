// conformance: ATOM-7.6.4.1-U1
// threads: 1 2
// status: nonzero
// stderr: type UPC_CHAR has no atomic operations
// expect-nothing
#include <upc.h>
#include <upc_atomic.h>

shared int x;

int main(void)
{
    upc_all_atomicdomain_alloc(UPC_CHAR, UPC_ADD, 0);
    return 0;
}
