// conformance: ATOM-7.6.2-S3 ATOM-7.6.4.1-S1 ATOM-7.6.4.3-S1 ATOM-7.6.4.3-S2
#include "check.h"

#ifdef __UPC_ATOMIC__
#include <upc_atomic.h>
shared long counter;
shared [] double *shared cell;

int main(void)
{
    upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(
        UPC_LONG, UPC_ADD | UPC_INC | UPC_GET | UPC_SET | UPC_CSWAP | UPC_OR, 0);
    long one = 1, old, got, wanted, next;
    CHECK(domain != NULL);
    for (int i = 0; i < 200; i++) {
        upc_atomic_relaxed(domain, NULL, UPC_INC, &counter, NULL, NULL);
        upc_atomic_strict(domain, &old, UPC_ADD, &counter, &one, NULL);
        CHECK(old >= 0 && old < 400 * THREADS);
    }
    upc_barrier;
    upc_atomic_strict(domain, &got, UPC_GET, &counter, NULL, NULL);
    CHECK_EQ(got, 400 * THREADS);
    upc_barrier;
    do { /* an increment made of compare and swap */
        wanted = counter;
        next = wanted + 10;
        upc_atomic_strict(domain, &old, UPC_CSWAP, &counter, &wanted, &next);
    } while (old != wanted);
    upc_barrier;
    CHECK_EQ(counter, 410 * THREADS);
    upc_all_atomicdomain_free(domain);
    upc_all_atomicdomain_free(NULL);
    check_done();
    return 0;
}
#else
int main(void)
{
    check_done();
    return 0;
}
#endif
