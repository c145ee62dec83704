// conformance: COLL-7.4-S1 COLL-7.4.1-S1
#if __UPC_COLLECTIVE__ != 1
#error __UPC_COLLECTIVE__
#endif
#include <upc_collective.h>

upc_flag_t flags = UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC; // of upc_types.h
#if (UPC_FUNC & UPC_NONCOMM_FUNC) != 0 || \
    ((UPC_FUNC | UPC_NONCOMM_FUNC) & (UPC_MAX | UPC_MIN | UPC_ADD)) != 0
#error shared bits
#endif

#include "check.h"

int main(void)
{
    void (*move[])(shared void *restrict, shared const void *restrict, size_t, upc_flag_t) = {
        upc_all_broadcast, upc_all_scatter, upc_all_gather, upc_all_gather_all, upc_all_exchange};
    for (int i = 0; i < 5; i++)
        CHECK(move[i] != NULL);
    CHECK(&upc_all_permute != NULL);
    check_done();
    return 0;
}
