// conformance: ENV-3.5-S1 LANG-6.4.4-S3 LANG-6.5.2.1-S11
#include "check.h"

shared int cyclic[4 * THREADS];
shared [3] int blocked[6 * THREADS];
shared [] int one_place[9];

int main(void)
{
    shared int (*pc)[4 * THREADS] = &cyclic;
    CHECK_EQ(upc_threadof(&cyclic), 0);
    CHECK_EQ(upc_threadof(&blocked), 0);
    CHECK_EQ(upc_phaseof(&blocked), 0);
    CHECK_EQ(upc_phaseof(&cyclic), 0);
    CHECK_EQ(upc_threadof(&one_place), 0);
    CHECK((shared void *)pc == (shared void *)&cyclic[0]);
    CHECK((shared void *)&blocked == (shared void *)&blocked[0]);
    check_done();
    return 0;
}
