// conformance: LANG-6.6.2-S11 LANG-6.6.2-S12
// Every thread evaluates all four clauses in every iteration.
#include "check.h"

static int starts, tests, steps, affinities;

int main(void)
{
    int i;
    upc_forall (i = (starts++, 0); tests++, i < 9; steps++, i++; (affinities++, i))
        ;
    CHECK_EQ(starts, 1);
    CHECK_EQ(tests, 10);
    CHECK_EQ(steps, 9);
    CHECK_EQ(affinities, 9);
    CHECK_EQ(i, 9);
    check_done();
    return 0;
}
