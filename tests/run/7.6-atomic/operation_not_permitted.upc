// conformance: ATOM-7.6.4.1-U1
// threads: 1 2
// status: nonzero
// stderr: of the operations UPC_ADD \| UPC_XOR, UPC_XOR is not permitted for type UPC_DOUBLE
// expect-nothing
#include <upc.h>
#include <upc_atomic.h>

shared int x;

int main(void)
{
    upc_all_atomicdomain_alloc(UPC_DOUBLE, UPC_ADD | UPC_XOR, 0);
    return 0;
}
