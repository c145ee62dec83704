// conformance: LANG-6.3.3-S1 LANG-6.3.3-S2 LANG-6.7.2-S3
#include "check.h"

#if UPC_MAX_BLOCK_SIZE < 1
#error the largest block size must be positive
#endif

static shared [UPC_MAX_BLOCK_SIZE] char *p;
static char bound[UPC_MAX_BLOCK_SIZE > 0 ? 2 : 1];

int main(void)
{
    CHECK_EQ(sizeof bound, 2);
    CHECK(p == NULL);
    p = (shared [UPC_MAX_BLOCK_SIZE] char *)upc_all_alloc(THREADS, 100);
    shared [UPC_MAX_BLOCK_SIZE] char *q = p + 99;
    CHECK_EQ(upc_threadof(q), 0);
    CHECK_EQ(upc_phaseof(q), 99);
    CHECK_EQ(q - p, 99);
    upc_all_free(p);
    check_done();
    return 0;
}
