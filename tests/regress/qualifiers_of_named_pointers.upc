// `restrict` beside a typedef-name of a pointer-to-shared, and an attribute after the `*` of a
// function's result, reached the C compiler, which refused them.
// cflags: -Wall -Wextra -Werror
// threads: 1 3
#include <upc.h>

#include "check.h"

typedef shared int *thin;
typedef shared [2] int *phased;

shared int cyclic[2 * THREADS];
shared [2] int blocked[2 * THREADS];
static thin restrict other = cyclic + 1;
struct holder {
    thin restrict p;
    phased restrict q[2];
};

shared int *__attribute__((noinline)) result(void) { return cyclic; }

static int sum(thin restrict p, const phased __restrict q) { return *p + *q; }

int main(void)
{
    cyclic[MYTHREAD] = MYTHREAD;
    blocked[2 * MYTHREAD] = 7;
    upc_barrier;
    const thin restrict local = result();
    __typeof__(cyclic + 1) restrict deduced = local;
    struct holder h = {local, {0, blocked}};
    CHECK(deduced == cyclic && other == local + 1);
    CHECK_EQ(sum(h.p, h.q[1]), 7);
    CHECK_EQ(sizeof(phased restrict), 16);
    check_done();
    return 0;
}
