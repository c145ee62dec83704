// conformance: ATOM-7.6-S1 ATOM-7.6.2-S2 ATOM-7.6.3.2-S1
#include <upc_atomic.h> // brings upc_types.h

#if __UPC_ATOMIC__ != 1
#error __UPC_ATOMIC__
#endif
#define OWN (UPC_GET | UPC_SET | UPC_CSWAP | UPC_SUB | UPC_INC | UPC_DEC)
#define COMMON \
    (UPC_ADD | UPC_MULT | UPC_AND | UPC_OR | UPC_XOR | UPC_LOGAND | UPC_LOGOR | UPC_MIN | UPC_MAX)
#if (OWN & COMMON) != 0 || UPC_ATOMIC_HINT_DEFAULT != 0
#error shared bits
#endif
#if UPC_ATOMIC_HINT_LATENCY == UPC_ATOMIC_HINT_DEFAULT ||    \
    UPC_ATOMIC_HINT_THROUGHPUT == UPC_ATOMIC_HINT_DEFAULT || \
    UPC_ATOMIC_HINT_LATENCY == UPC_ATOMIC_HINT_THROUGHPUT
#error hints
#endif

#include "check.h"

int main(void)
{
    int ops[] = {UPC_GET, UPC_SET, UPC_CSWAP, UPC_SUB, UPC_INC, UPC_DEC}, seen = 0;
    for (int i = 0; i < 6; i++) {
        CHECK_EQ(ops[i] & (ops[i] - 1), 0);
        CHECK_EQ(seen & ops[i], 0);
        seen |= ops[i];
    }
    upc_atomichint_t hints[] = {UPC_ATOMIC_HINT_DEFAULT, UPC_ATOMIC_HINT_LATENCY,
                                UPC_ATOMIC_HINT_THROUGHPUT};
    for (int i = 0; i < 3; i++) {
        upc_atomicdomain_t *domain =
            upc_all_atomicdomain_alloc(UPC_INT, UPC_GET | UPC_INC, hints[i]);
        CHECK(domain != NULL);
        upc_all_atomicdomain_free(domain);
    }
    check_done();
    return 0;
}
