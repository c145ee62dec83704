// conformance: COLL-7.4.3.1-S1 COLL-7.4.3.1-S3
// threads: 1 2 3
#include "check.h"
#include <upc_collective.h>

/* A block is long enough for several groups of elements and for some that are left over. */
enum { LONG = 37 };

static int operand(int op, int i)
{
    return op == UPC_MULT ? 1 + (i % 40 == 9) : op == UPC_ADD || op == UPC_FUNC ? i % 3 == 1 : (i * 7) % 16;
}

#define OF_TYPE(suffix, type, integral)                                                             \
    static shared [LONG] type suffix##_src[LONG * THREADS], suffix##_dst[LONG * THREADS];           \
    static type suffix##_own(type a, type b) { return (type)(a + b); }                              \
    static type suffix##_apply(int op, type a, type b)                                              \
    {                                                                                               \
        switch (op) {                                                                               \
        case UPC_MULT: return (type)(a * b);                                                        \
        case UPC_LOGAND: return a && b;                                                             \
        case UPC_LOGOR: return a || b;                                                              \
        case UPC_MIN: return a < b ? a : b;                                                         \
        case UPC_MAX: return a > b ? a : b;                                                         \
        case UPC_AND: return (type)((long)a & (long)b);                                             \
        case UPC_OR: return (type)((long)a | (long)b);                                              \
        case UPC_XOR: return (type)((long)a ^ (long)b);                                             \
        default: return (type)(a + b);                                                              \
        }                                                                                           \
    }                                                                                               \
    static void suffix##_one(int op, int n)                                                         \
    {                                                                                               \
        type want = 0;                                                                              \
        for (int i = MYTHREAD * LONG; i < (MYTHREAD + 1) * LONG; i++)                               \
            suffix##_src[i] = (type)operand(op, i);                                                 \
        upc_all_prefix_reduce##suffix(suffix##_dst, suffix##_src, op, n, LONG, suffix##_own, 0);    \
        for (int i = 0; i < n; i++) {                                                               \
            want = i == 0 ? suffix##_src[0] : suffix##_apply(op, want, (type)operand(op, i));       \
            CHECK(suffix##_dst[i] == want);                                                         \
        }                                                                                           \
        upc_barrier;                                                                                \
    }                                                                                               \
    static void suffix##_all(void)                                                                  \
    {                                                                                               \
        static const int ops[] = {UPC_ADD, UPC_MULT, UPC_LOGAND, UPC_LOGOR, UPC_MIN,                \
                                  UPC_MAX, UPC_FUNC, UPC_AND, UPC_OR, UPC_XOR};                     \
        for (int i = 0; i < ((integral) ? 10 : 7); i++) {                                           \
            suffix##_one(ops[i], LONG);                                                             \
            suffix##_one(ops[i], LONG * THREADS - 5);                                               \
        }                                                                                           \
    }

OF_TYPE(C, signed char, 1)
OF_TYPE(US, unsigned short, 1)
OF_TYPE(I, int, 1)
OF_TYPE(UL, unsigned long, 1)
OF_TYPE(F, float, 0)
OF_TYPE(D, double, 0)
OF_TYPE(LD, long double, 0)

int main(void)
{
    C_all(), US_all(), I_all(), UL_all(), F_all(), D_all(), LD_all();
    check_done();
    return 0;
}
