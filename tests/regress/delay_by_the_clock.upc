// modes: process sim
// A loop that reads the clock until a time comes ends in virtual time too.
#include <upc_tick.h>
#include "check.h"

static void delay(uint64_t ns)
{
    upc_tick_t start = upc_ticks_now();
    while (upc_ticks_to_ns(upc_ticks_now() - start) < ns)
        ;
}

int main(void)
{
    upc_tick_t start = upc_ticks_now();
    for (int i = 0; i < 3; i++) {
        delay(20000 * (MYTHREAD + 1));
        upc_barrier;
    }
    CHECK(upc_ticks_to_ns(upc_ticks_now() - start) >= 60000ull * THREADS);
    upc_barrier;
    check_done();
    return 0;
}
