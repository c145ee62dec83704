// Domains of the same type and operations are two objects; a number that was freed comes again.
// conformance: ATOM-7.6.4.1-S1 ATOM-7.6.4.2-S1
#include "check.h"
#include <upc_atomic.h>

static shared int x;

int main(void)
{
    enum { MANY = 300 };
    upc_atomicdomain_t *all[MANY];
    for (int round = 0; round < 100; round++) {
        for (int i = 0; i < MANY; i++)
            all[i] = upc_all_atomicdomain_alloc(UPC_INT, UPC_ADD, UPC_ATOMIC_HINT_LATENCY);
        for (int i = 0; i < MANY; i++)
            CHECK(all[i] != all[(i + 1 + round) % MANY] || (i + 1 + round) % MANY == i);
        upc_atomic_relaxed(all[round % MANY], NULL, UPC_ADD, &x, &(int){1}, NULL);
        for (int i = 0; i < MANY; i++)
            upc_all_atomicdomain_free(all[i]);
    }
    upc_barrier;
    CHECK_EQ(x, 100 * THREADS);
    check_done();
    return 0;
}
