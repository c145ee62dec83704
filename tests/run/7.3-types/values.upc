// conformance: CORE-7.3.1-S1 CORE-7.3.1-S2 CORE-7.3.2-S1 CORE-7.3.3-S1
#include <upc_atomic.h>
#include <upc_collective.h>
#include <upc_types.h>

#include "check.h"

#if UPC_ADD <= 0 || UPC_MULT <= 0 || UPC_AND <= 0 || UPC_OR <= 0 || UPC_XOR <= 0 || \
    UPC_LOGAND <= 0 || UPC_LOGOR <= 0 || UPC_MIN <= 0 || UPC_MAX <= 0
#error operations
#endif
#if (UPC_ADD | UPC_MULT | UPC_AND | UPC_OR | UPC_XOR | UPC_LOGAND | UPC_LOGOR | UPC_MIN | \
     UPC_MAX) >= 65536
#error operations
#endif
#if (UPC_IN_ALLSYNC | UPC_IN_MYSYNC | UPC_IN_NOSYNC | UPC_OUT_ALLSYNC | UPC_OUT_MYSYNC | \
     UPC_OUT_NOSYNC) >= 64
#error flags
#endif
#if UPC_CHAR <= 0 || UPC_PTS >= 65536
#error types
#endif

static const upc_op_t ops[] = {UPC_ADD,          UPC_MULT,  UPC_AND, UPC_OR,    UPC_XOR,
                               UPC_LOGAND,       UPC_LOGOR, UPC_MIN, UPC_MAX,   UPC_FUNC,
                               UPC_NONCOMM_FUNC, UPC_GET,   UPC_SET, UPC_CSWAP, UPC_SUB,
                               UPC_INC,          UPC_DEC};
static const upc_type_t types[] = {
    UPC_CHAR,  UPC_UCHAR,  UPC_SHORT, UPC_USHORT, UPC_INT,     UPC_UINT,   UPC_LONG,  UPC_ULONG,
    UPC_LLONG, UPC_ULLONG, UPC_INT8,  UPC_UINT8,  UPC_INT16,   UPC_UINT16, UPC_INT32, UPC_UINT32,
    UPC_INT64, UPC_UINT64, UPC_FLOAT, UPC_DOUBLE, UPC_LDOUBLE, UPC_PTS};
static const upc_flag_t flags[] = {UPC_IN_ALLSYNC,  UPC_IN_MYSYNC,  UPC_IN_NOSYNC,
                                   UPC_OUT_ALLSYNC, UPC_OUT_MYSYNC, UPC_OUT_NOSYNC};

/* Single bits, all different: every combination is distinct. */
static void check_bits(const int *values, int n)
{
    int seen = 0;
    for (int i = 0; i < n; i++) {
        CHECK(values[i] > 0 && (values[i] & (values[i] - 1)) == 0 && (seen & values[i]) == 0);
        seen |= values[i];
    }
}

int main(void)
{
    check_bits(ops, sizeof ops / sizeof *ops);
    check_bits(flags, sizeof flags / sizeof *flags);
    for (int i = 0; i < 22; i++) {
        CHECK(types[i] > 0 && types[i] < 65536);
        for (int k = 0; k < i; k++)
            CHECK(types[i] != types[k]);
    }
    check_done();
    return 0;
}
