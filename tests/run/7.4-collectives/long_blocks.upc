// conformance: COLL-7.4.3-S1 COLL-7.4.3.1-S1
#include "check.h"
#include <upc_collective.h>

/* Blocks that vectorised loops go through, with a rest, from an element on that is not aligned as a
 * vector is. */
enum { BLOCK = 133, FIRST = 1 };
#define N (2 * BLOCK * THREADS - FIRST - 2)

#define OF_TYPE(suffix, type, integral)                                                         \
    static shared[BLOCK] type suffix##_src[2 * BLOCK * THREADS],                                \
        suffix##_dst[2 * BLOCK * THREADS];                                                      \
    static shared type suffix##_sum;                                                            \
    static type suffix##_later(type a, type b) { return b == 1 ? a : b; }                       \
    static type suffix##_apply(int op, type a, type b)                                          \
    {                                                                                           \
        switch (op) {                                                                           \
        case UPC_ADD: return (type)(a + b);                                                     \
        case UPC_LOGAND: return a && b;                                                         \
        case UPC_LOGOR: return a || b;                                                          \
        case UPC_MIN: return a < b ? a : b;                                                     \
        case UPC_MAX: return a > b ? a : b;                                                     \
        case UPC_AND: return (type)((long)a & (long)b);                                         \
        case UPC_OR: return (type)((long)a | (long)b);                                          \
        case UPC_XOR: return (type)((long)a ^ (long)b);                                         \
        default: return suffix##_later(a, b);                                                   \
        }                                                                                       \
    }                                                                                           \
    static void suffix##_is_right(int op, shared[BLOCK] type *got)                              \
    {                                                                                           \
        type want = suffix##_src[FIRST];                                                        \
        for (int i = 1; i < N; i++) {                                                           \
            want = suffix##_apply(op, want, suffix##_src[FIRST + i]);                           \
            CHECK(got[FIRST + i] == want);                                                      \
        }                                                                                       \
        CHECK(got[FIRST] == suffix##_src[FIRST] && suffix##_sum == want);                       \
    }                                                                                           \
    static void suffix##_one(int op)                                                            \
    {                                                                                           \
        type (*func)(type, type) =                                                              \
            op == UPC_FUNC || op == UPC_NONCOMM_FUNC ? suffix##_later : NULL;                   \
        upc_all_reduce##suffix(&suffix##_sum, &suffix##_src[FIRST], op, N, BLOCK, func, 0);     \
        upc_all_prefix_reduce##suffix(&suffix##_dst[FIRST], &suffix##_src[FIRST], op, N, BLOCK, \
                                      func, 0);                                                 \
        suffix##_is_right(op, suffix##_dst);                                                    \
        upc_barrier;                                                                            \
    }                                                                                           \
    static void suffix##_all(void)                                                              \
    {                                                                                           \
        static const int ops[] = {UPC_ADD,          UPC_LOGAND, UPC_LOGOR, UPC_MIN, UPC_MAX,    \
                                  UPC_NONCOMM_FUNC, UPC_AND,    UPC_OR,    UPC_XOR};            \
        int i;                                                                                  \
        upc_forall (i = 0; i < 2 * BLOCK * THREADS; i++; &suffix##_src[i])                      \
            suffix##_src[i] = (type)(i % 41 == 3 ? 5 : 1);                                      \
        upc_barrier;                                                                            \
        for (i = 0; i < ((integral) ? 9 : 6); i++) suffix##_one(ops[i]);                        \
    }

OF_TYPE(C, signed char, 1)
OF_TYPE(UC, unsigned char, 1)
OF_TYPE(S, short, 1)
OF_TYPE(US, unsigned short, 1)
OF_TYPE(I, int, 1)
OF_TYPE(UI, unsigned, 1)
OF_TYPE(L, long, 1)
OF_TYPE(UL, unsigned long, 1)
OF_TYPE(F, float, 0)
OF_TYPE(D, double, 0)
OF_TYPE(LD, long double, 0)

int main(void)
{
    C_all(), UC_all(), S_all(), US_all(), I_all(), UI_all(), L_all(), UL_all(), F_all(), D_all(),
        LD_all();
    check_done();
    return 0;
}
