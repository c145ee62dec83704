// conformance: ATOM-7.6.4.3-U1
// threads: 1 2
// status: nonzero
// stderr: atomic operation UPC_INC is not one of its domain's, UPC_ADD
// expect-nothing
#include <upc.h>
#include <upc_atomic.h>

shared int x;

int main(void)
{
    upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_INT, UPC_ADD, 0);
    upc_atomic_strict(domain, NULL, UPC_INC, &x, NULL, NULL);
    return 0;
}
