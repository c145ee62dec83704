// A domain is freed once.
// conformance: ATOM-7.6.4.2-U1
// status: nonzero
// expect-nothing
// stderr: upc_all_atomicdomain_free of an atomicity domain that is free already
#include <upc.h>
#include <upc_atomic.h>

int main(void)
{
    upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_INT, UPC_ADD, 0);
    upc_all_atomicdomain_free(domain);
    upc_all_atomicdomain_free(domain);
    return 0;
}
