// conformance: ATOM-7.6.3.1-S1 ATOM-7.6.4.1-S1 ATOM-7.6.4.2-S1 ATOM-7.6.4.2-S2
#include "check.h"
#include <upc_atomic.h>

upc_atomicdomain_t *shared domains[THREADS];
shared long x;

int main(void)
{
    upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_INC | UPC_GET, 0);
    domains[MYTHREAD] = domain;
    upc_barrier;
    for (int t = 0; t < THREADS; t++)
        CHECK(domains[t] == domain);
    /* A late thread may still use domains that others are freeing. */
    for (int i = 0; i < 100 * MYTHREAD; i++)
        upc_atomic_relaxed(domain, NULL, UPC_INC, &x, NULL, NULL);
    upc_all_atomicdomain_free(domain);
    upc_all_atomicdomain_free(NULL);
    upc_barrier;
    CHECK_EQ(x, 100 * THREADS * (THREADS - 1) / 2);
    check_done();
    return 0;
}
