// Attributes in brackets (C23) of pointers-to-shared, whose declarations change.
// cflags: -std=c2x -Wall -Wextra -Werror
// threads: 1 3
#include <upc.h>

#include "check.h"

[[gnu::unused]] static shared int *unused;
[[maybe_unused]] static shared [2] int *unused_too;
static shared int cyclic[THREADS];
struct holder {
    [[gnu::aligned(32)]] shared int *aligned;
    [[maybe_unused]] shared [2] int *q;
};
_Static_assert(sizeof(struct holder) == 32 && _Alignof(struct holder) == 32, "16 + 16");

[[gnu::noinline, nodiscard]] static shared int *first([[maybe_unused]] shared [2] int *p,
                                                      [[gnu::unused]] shared int *q)
{
    return cyclic;
}

int main(void)
{
    [[gnu::aligned(64)]] shared int *p = first(0, 0);
    [[maybe_unused]] shared int *q;
    CHECK_EQ((unsigned long)&p % 64, 0);
    for ([[maybe_unused]] shared int *r = p;;)
        break;
    CHECK(p == cyclic);
    check_done();
    return 0;
}
