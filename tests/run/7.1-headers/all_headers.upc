// conformance: CORE-7.1-S1 CORE-7.1-S4 CORE-7.3-S1 COLL-7.4.1-S1
#include <upc.h>
#include <upc_types.h>
#include <upc_strict.h>
#include <upc_relaxed.h>
#include <upc_tick.h>
#include <upc_collective.h>
#include <upc_atomic.h>
#include <upc_castable.h>
#include <upc_io.h>
#include <upc_nb.h>
#include "check.h"

static const upc_op_t ops[] = {UPC_ADD,    UPC_MULT,  UPC_AND, UPC_OR, UPC_XOR,
                               UPC_LOGAND, UPC_LOGOR, UPC_MIN, UPC_MAX};
static const upc_type_t types[] = {
    UPC_CHAR,  UPC_UCHAR,  UPC_SHORT, UPC_USHORT, UPC_INT,     UPC_UINT,   UPC_LONG,  UPC_ULONG,
    UPC_LLONG, UPC_ULLONG, UPC_INT8,  UPC_UINT8,  UPC_INT16,   UPC_UINT16, UPC_INT32, UPC_UINT32,
    UPC_INT64, UPC_UINT64, UPC_FLOAT, UPC_DOUBLE, UPC_LDOUBLE, UPC_PTS};
static const upc_flag_t flags[] = {UPC_IN_NOSYNC, UPC_IN_MYSYNC, UPC_IN_ALLSYNC,
                                   UPC_OUT_NOSYNC, UPC_OUT_MYSYNC, UPC_OUT_ALLSYNC};

#if UPC_ADD <= 0 || UPC_MAX >= 65536 || UPC_PTS <= 0 || UPC_IN_ALLSYNC >= 64
#error constants usable in #if
#endif

int main(void)
{
    unsigned sum = 0;
    for (int i = 0; i < 9; i++) {
        CHECK(ops[i] > 0 && ops[i] < 65536);
        CHECK((sum & ops[i]) == 0); /* every combination differs */
        sum |= ops[i];
    }
    for (int i = 0; i < 22; i++) {
        CHECK(types[i] > 0 && types[i] < 65536);
        for (int j = 0; j < i; j++)
            CHECK(types[i] != types[j]);
    }
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < i; j++) {
            int a = 0, b = 0;
            for (int f = 0; f < 6; f++) {
                a |= i >> f & 1 ? flags[f] : 0;
                b |= j >> f & 1 ? flags[f] : 0;
            }
            CHECK(a != b && a < 64 && b < 64);
        }
    check_done();
    return 0;
}
