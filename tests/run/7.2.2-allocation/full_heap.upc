// conformance: CORE-7.2.2-S2
// launch: -shared-heap 4MB
// What cannot be had is a null pointer; what is there stays usable.
#include "check.h"

int main(void)
{
    CHECK(upc_alloc((size_t)-1) == NULL);
    CHECK(upc_alloc((size_t)-1 / 2) == NULL);
    CHECK(upc_alloc(100UL << 40) == NULL);
    CHECK(upc_all_alloc((size_t)-1 / 4, 8) == NULL);
    CHECK(upc_all_alloc(THREADS, 64 << 20) == NULL);
    CHECK(upc_global_alloc((size_t)1 << 60, (size_t)1 << 60) == NULL);
    upc_barrier;
    shared [] char *p[1000];
    int n = 0;
    while (n < 1000 && (p[n] = upc_alloc(16 << 10)) != NULL) {
        p[n][0] = n;
        n++;
    }
    CHECK(n > 10 && n < 1000);
    for (int i = 0; i < n; i++) {
        CHECK_EQ(p[i][0], (char)i);
        upc_free(p[i]);
    }
    CHECK((p[0] = upc_alloc(1 << 20)) != NULL);
    upc_free(p[0]);
    check_done();
    return 0;
}
