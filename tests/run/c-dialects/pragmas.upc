// Pragmas of the C compiler around and in functions that have UPC in them.
#include "check.h"

shared int x[THREADS];
shared [4] int y[4 * THREADS];

#pragma GCC push_options
#pragma GCC optimize("O3")
static int optimised(void) { return x[MYTHREAD]; }
#pragma GCC pop_options

#pragma pack(push, 1)
struct tight { char c; int i; };
shared struct tight packed[THREADS];
#pragma pack(pop)

static void loop(void)
{
#pragma GCC unroll 4
#pragma GCC ivdep
    for (int i = 0; i < 4; i++)
        y[4 * MYTHREAD + i] = i;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
    int unused = x[MYTHREAD];
#pragma GCC diagnostic pop
    _Pragma("message_of_nobody x") x[MYTHREAD] = 6;
}

int main(void)
{
    x[MYTHREAD] = 5;
    CHECK_EQ(optimised(), 5);
    loop();
    CHECK(y[4 * MYTHREAD + 3] == 3 && x[MYTHREAD] == 6);
    packed[MYTHREAD].i = 7;
    CHECK(sizeof(struct tight) == 5 && upc_elemsizeof(packed) == 5 && packed[MYTHREAD].i == 7);
    check_done();
    return 0;
}
