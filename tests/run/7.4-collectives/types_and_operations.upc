// conformance: COLL-7.4.3-S1 COLL-7.4.3-S2 COLL-7.4.3.1-S1 COLL-7.4.3.1-S2 COLL-7.4.3.1-S3 COLL-7.4.3.1-S8
#include "check.h"
#include <upc_collective.h>

enum { MOST = 19 };

/* Every operation over 1 to MOST elements, also fewer than threads, against a loop. */
#define OF_TYPE(suffix, type, integral)                                                    \
    static shared [2] type suffix##_src[2 * 10 * THREADS], suffix##_dst[2 * 10 * THREADS]; \
    static shared type suffix##_sum;                                                       \
    static type suffix##_own(type a, type b) { return (type)(a + b + 1); }                 \
    static type suffix##_apply(int op, type a, type b)                                     \
    {                                                                                      \
        switch (op) {                                                                      \
        case UPC_ADD: return (type)(a + b);                                                \
        case UPC_MULT: return (type)(a * b);                                               \
        case UPC_LOGAND: return a && b;                                                    \
        case UPC_LOGOR: return a || b;                                                     \
        case UPC_MIN: return a < b ? a : b;                                                \
        case UPC_MAX: return a > b ? a : b;                                                \
        case UPC_AND: return (type)((long)a & (long)b);                                    \
        case UPC_OR: return (type)((long)a | (long)b);                                     \
        case UPC_XOR: return (type)((long)a ^ (long)b);                                    \
        default: return suffix##_own(a, b);                                                \
        }                                                                                  \
    }                                                                                      \
    static void suffix##_one(int op, int n)                                                \
    {                                                                                      \
        type want = 0;                                                                     \
        upc_all_reduce##suffix(&suffix##_sum, suffix##_src, op, n, 2,                      \
                               op == UPC_FUNC ? suffix##_own : NULL, 0);                   \
        upc_all_prefix_reduce##suffix(suffix##_dst, suffix##_src, op, n, 2,                \
                                      op == UPC_FUNC ? suffix##_own : NULL, 0);            \
        for (int i = 0; i < n; i++) {                                                      \
            want = i == 0 ? suffix##_src[0] : suffix##_apply(op, want, suffix##_src[i]);   \
            CHECK(suffix##_dst[i] == want);                                                \
        }                                                                                  \
        CHECK(suffix##_sum == want);                                                       \
        upc_barrier;                                                                       \
    }                                                                                      \
    static void suffix##_all(void)                                                         \
    {                                                                                      \
        static const int ops[] = {UPC_ADD, UPC_MULT, UPC_LOGAND, UPC_LOGOR, UPC_MIN,       \
                                  UPC_MAX, UPC_FUNC, UPC_AND, UPC_OR,       UPC_XOR};      \
        int i;                                                                             \
        upc_forall (i = 0; i < MOST; i++; &suffix##_src[i])                                \
            suffix##_src[i] = (type)(i % 7 == 3 ? 2 : 1);                                  \
        upc_barrier;                                                                       \
        for (i = 0; i < ((integral) ? 10 : 7); i++) {                                      \
            suffix##_one(ops[i], 1);                                                       \
            suffix##_one(ops[i], MOST);                                                    \
        }                                                                                  \
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
