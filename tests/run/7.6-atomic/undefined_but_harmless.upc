// conformance: ATOM-7.6.2-U1 ATOM-7.6.4.3-U4
#include "check.h"
#include <math.h>
#include <upc_atomic.h>

shared long counter;
shared double y[THREADS];

/* Plain accesses and two domains on one location lose updates at most. */
static void mixed(void)
{
    upc_atomicdomain_t *adds = upc_all_atomicdomain_alloc(UPC_LONG, UPC_INC, 0);
    upc_atomicdomain_t *sets = upc_all_atomicdomain_alloc(UPC_ULONG, UPC_ADD | UPC_GET, 0);
    unsigned long zero = 0;
    for (int i = 0; i < 50; i++) {
        upc_atomic_relaxed(adds, NULL, UPC_INC, &counter, NULL, NULL);
        upc_atomic_relaxed(sets, NULL, UPC_ADD, &counter, &zero, NULL);
        counter++;
    }
    upc_all_atomicdomain_free(adds);
    upc_atomic_relaxed(sets, NULL, UPC_ADD, &counter, &zero, NULL);
    upc_barrier;
    CHECK(counter > 0 && counter <= 100 * THREADS);
}

/* A comparison with NaN never holds. */
static void not_a_number(void)
{
    upc_atomicdomain_t *domain =
        upc_all_atomicdomain_alloc(UPC_DOUBLE, UPC_CSWAP | UPC_SET | UPC_MIN | UPC_MAX, 0);
    shared double *x = &y[MYTHREAD];
    double nan_value = NAN, one = 1, old;
    upc_atomic_relaxed(domain, NULL, UPC_SET, x, &nan_value, NULL);
    upc_atomic_relaxed(domain, &old, UPC_CSWAP, x, &nan_value, &one);
    CHECK(old != old && *x != *x);
    upc_atomic_relaxed(domain, NULL, UPC_MIN, x, &one, NULL);
    upc_atomic_relaxed(domain, NULL, UPC_MAX, x, &nan_value, NULL);
}

int main(void)
{
    mixed();
    not_a_number();
    check_done();
    return 0;
}
