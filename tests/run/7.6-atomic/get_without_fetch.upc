// conformance: ATOM-7.6.4.3-U3
// threads: 1 2
// status: nonzero
// stderr: without an operand
// expect-nothing
#include <upc.h>
#include <upc_atomic.h>

shared int x;

int main(void)
{
    upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_INT, UPC_GET, 0);
    upc_atomic_strict(domain, NULL, UPC_GET, &x, NULL, NULL);
    return 0;
}
