// conformance: ATOM-7.6.2-S1 ATOM-7.6.4.3-S4
// threads: 2 3 4
#include "check.h"
#include <upc_atomic.h>

shared [4] int a[4 * THREADS];
shared void *shared x[THREADS];

int main(void)
{
    upc_atomicdomain_t *domain =
        upc_all_atomicdomain_alloc(UPC_PTS, UPC_GET | UPC_SET | UPC_CSWAP, 0);
    shared void *shared *target = &x[(MYTHREAD + 1) % THREADS];
    shared void *first = &a[4 * MYTHREAD + 2], *other = &a[1], *old;
    CHECK_EQ(upc_phaseof(first), 2);

    upc_atomic_strict(domain, &old, UPC_SET, target, &first, NULL);
    CHECK(old == NULL);
    upc_atomic_strict(domain, &old, UPC_CSWAP, target, &other, &first);
    CHECK(old == first || MYTHREAD == 0);

    /* Equal but for the phase: swapped, and the phase of the second operand is stored. */
    shared void *same = upc_resetphase(first), *third = &a[4 * MYTHREAD + 3];
    CHECK(same == first && upc_phaseof(same) == 0);
    upc_atomic_strict(domain, &old, UPC_CSWAP, target, &same, &third);
    CHECK(old == first && upc_phaseof(old) == 2);
    upc_atomic_strict(domain, &old, UPC_GET, target, NULL, NULL);
    CHECK(old == third && upc_phaseof(old) == 3 && upc_threadof(old) == (size_t)MYTHREAD);
    upc_all_atomicdomain_free(domain);
    check_done();
    return 0;
}
