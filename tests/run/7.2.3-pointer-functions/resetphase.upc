// conformance: CORE-7.2.3.1-S1 CORE-7.2.3.2-S1 CORE-7.2.3.3-S1
#include "check.h"

shared [4] short b[8 * THREADS];
shared short c[8 * THREADS];
shared [] short i[8];

int main(void)
{
    for (int n = 0; n < 8 * THREADS; n++) {
        shared [4] short *r = upc_resetphase(&b[n]);
        CHECK_EQ(upc_phaseof(&b[n]), n % 4);
        CHECK_EQ(upc_phaseof(r), 0);
        CHECK_EQ(upc_threadof(r), upc_threadof(&b[n]));
        CHECK_EQ(upc_addrfield(r), upc_addrfield(&b[n]));
        CHECK_EQ(upc_phaseof(&c[n]), 0);
        CHECK_EQ(upc_threadof(&c[n]), n % THREADS);
    }
    for (int n = 0; n < 8; n++) {
        CHECK_EQ(upc_phaseof(&i[n]), 0);
        CHECK_EQ(upc_threadof(&i[n]), 0);
    }
    check_done();
    return 0;
}
