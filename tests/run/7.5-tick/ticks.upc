// unsimulated
// conformance: TICK-7.5-S1 TICK-7.5.1.1-S1 TICK-7.5.1.2-S1 TICK-7.5.2.1-S1 TICK-7.5.2.2-S1
#include <upc_tick.h>
#include "check.h"
#include <time.h>
#include <unistd.h>

static uint64_t wall(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000ull + t.tv_nsec;
}

int main(void)
{
    CHECK((upc_tick_t)-1 > 0);
    CHECK(UPC_TICK_MIN == 0 && UPC_TICK_MAX == (upc_tick_t)-1);
    CHECK_EQ(sizeof UPC_TICK_MAX, sizeof(upc_tick_t));
    upc_tick_t before = upc_ticks_now();
    for (int i = 0; i < 1000; i++) {
        upc_tick_t now = upc_ticks_now();
        CHECK(now >= before);
        before = now;
    }
    /* the ticks lie within the wall clock's interval around them; 2 % and 1 ms for two clocks */
    uint64_t outer = wall();
    upc_tick_t start = upc_ticks_now();
    usleep(20000);
    uint64_t inner = upc_ticks_to_ns(upc_ticks_now() - start);
    outer = wall() - outer;
    CHECK(inner >= 20000000 - 20000000 / 50);
    CHECK(inner <= outer + outer / 50 + 1000000);
    CHECK(upc_ticks_to_ns(1ull << 53) > upc_ticks_to_ns(1ull << 52)); /* months */
    CHECK_EQ(upc_ticks_to_ns(0), 0);
    check_done();
    return 0;
}
