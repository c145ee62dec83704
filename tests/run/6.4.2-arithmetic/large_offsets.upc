// conformance: LANG-6.4.2-S9
// Only pointers are computed: nothing of that size is allocated.
#include "check.h"

shared int *cyclic;
shared [1000] int *blocked;
shared [] char *indefinite;

int main(void)
{
    const long far = 3L << 31;
    cyclic = upc_all_alloc(THREADS, 64);
    blocked = (shared [1000] int *)upc_all_alloc(THREADS, 4000);
    indefinite = (shared [] char *)cyclic;
    CHECK_EQ(cyclic + far - cyclic, far);
    CHECK_EQ(upc_threadof(cyclic + far), far % THREADS);
    CHECK_EQ(blocked + far - blocked, far);
    CHECK_EQ(upc_threadof(blocked + far), far / 1000 % THREADS);
    CHECK_EQ(upc_phaseof(blocked + far), far % 1000);
    CHECK_EQ(indefinite + far - indefinite, far);
    CHECK(cyclic + far - far == cyclic);
    CHECK(blocked + far - far == blocked);
    upc_all_free(cyclic);
    upc_all_free(blocked);
    check_done();
    return 0;
}
