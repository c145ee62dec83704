// conformance: LANG-6.4.1.3-S3 LANG-6.5.1.1-S12 LANG-6.5.1.1-S13
#include "check.h"

shared [*] int even[4 * THREADS];
shared [*] double plane[THREADS][3][5];
#ifdef __UPC_STATIC_THREADS__
shared [*] int uneven[10];
#endif

int main(void)
{
    CHECK_EQ(upc_blocksizeof(even), 4);
    for (int i = 0; i < 4 * THREADS; i++) {
        CHECK_EQ(upc_threadof(&even[i]), i / 4);
        CHECK_EQ(upc_phaseof(&even[i]), i % 4);
    }
    CHECK_EQ(upc_blocksizeof(plane), 15);
    for (int i = 0; i < THREADS; i++)
        for (int j = 0; j < 15; j++)
            CHECK_EQ(upc_threadof(&plane[i][j / 5][j % 5]), i);
#ifdef __UPC_STATIC_THREADS__
    CHECK_EQ(upc_blocksizeof(uneven), (10 + THREADS - 1) / THREADS);
    for (int i = 0; i < 10; i++)
        CHECK_EQ(upc_threadof(&uneven[i]), i / upc_blocksizeof(uneven));
#endif
    check_done();
    return 0;
}
