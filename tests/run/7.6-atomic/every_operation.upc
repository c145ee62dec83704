// conformance: ATOM-7.6.4.3-S1
// Every operation on every type, relaxed and strict, with and without the value before, on the next
// thread's object; then all threads at once.
#include <stdint.h>

#include "check.h"

#ifdef __UPC_ATOMIC__
#include <upc_atomic.h>

enum {
    FLOATING = UPC_GET | UPC_SET | UPC_CSWAP | UPC_ADD | UPC_SUB | UPC_MULT | UPC_INC | UPC_DEC |
               UPC_MIN | UPC_MAX
};
enum { INTEGER = FLOATING | UPC_AND | UPC_OR | UPC_XOR };

// The value after; `other` is CSWAP's second operand. Unsigned arithmetic U wraps as the library's
// does.
#define NEXT(T, U)                                     \
    static T next_##T(int op, T old, T a, T other)     \
    {                                                  \
        switch (op) {                                  \
        case UPC_GET: return old;                      \
        case UPC_SET: return a;                        \
        case UPC_CSWAP: return old == a ? other : old; \
        case UPC_ADD: return (T)((U)old + (U)a);       \
        case UPC_SUB: return (T)((U)old - (U)a);       \
        case UPC_MULT: return (T)((U)old * (U)a);      \
        case UPC_INC: return (T)((U)old + 1);          \
        case UPC_DEC: return (T)((U)old - 1);          \
        case UPC_MIN: return old < a ? old : a;        \
        case UPC_MAX: return old > a ? old : a;        \
        }                                              \
        return bits_##T(op, old, a);                   \
    }
#define BITS(T)                                                            \
    static T bits_##T(int op, T old, T a)                                  \
    {                                                                      \
        return op == UPC_AND ? old & a : op == UPC_OR ? old | a : old ^ a; \
    }
#define NO_BITS(T)                        \
    static T bits_##T(int op, T old, T a) \
    {                                     \
        (void)op, (void)a;                \
        return old;                       \
    }

#define TRY(T, OPS)                                                                                \
    shared T x_##T[THREADS];                                                                       \
    static void try_##T(upc_type_t type)                                                           \
    {                                                                                              \
        static const T values[] = {0, 1, 7, (T)-1, (T)-5, (T)(1ul << 31), (T)(1ul << 31) - 1};     \
        enum { VALUES = sizeof values / sizeof *values };                                          \
        upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(type, OPS, 0);                     \
        shared T *at = &x_##T[(MYTHREAD + 1) % THREADS];                                           \
        for (int op = 1; op <= UPC_DEC; op <<= 1)                                                  \
            for (int v = 0; (op & (OPS)) && v < VALUES * VALUES; v++)                              \
                for (int way = op == UPC_GET ? 2 : 0; way < 4; way++) {                            \
                    T start = values[v / VALUES], a = values[v % VALUES], other = 3, before = 99;  \
                    *at = start;                                                                   \
                    if (way & 1)                                                                   \
                        upc_atomic_strict(domain, way & 2 ? &before : NULL, op, at, &a, &other);   \
                    else upc_atomic_relaxed(domain, way & 2 ? &before : NULL, op, at, &a, &other); \
                    CHECK(*at == next_##T(op, start, a, other));                                   \
                    CHECK(before == (way & 2 ? start : 99));                                       \
                }                                                                                  \
        upc_all_atomicdomain_free(domain);                                                         \
    }

typedef unsigned int uint;
typedef unsigned long ulong;

BITS(int)
BITS(uint) BITS(long) BITS(ulong) BITS(int32_t) BITS(uint32_t) BITS(int64_t) BITS(uint64_t)
    NO_BITS(float) NO_BITS(double) NEXT(int, uint) NEXT(uint, uint) NEXT(long, ulong)
        NEXT(ulong, ulong) NEXT(int32_t, uint32_t) NEXT(uint32_t, uint32_t) NEXT(int64_t, uint64_t)
            NEXT(uint64_t, uint64_t) NEXT(float, float) NEXT(double, double) TRY(int, INTEGER)
                TRY(uint, INTEGER) TRY(long, INTEGER) TRY(ulong, INTEGER) TRY(int32_t, INTEGER)
                    TRY(uint32_t, INTEGER) TRY(int64_t, INTEGER) TRY(uint64_t, INTEGER)
                        TRY(float, FLOATING) TRY(double, FLOATING)

                            enum {
                                TURNS = 200
                            };
shared long least, most, odd, sum;
shared unsigned int product = 1;
shared double total;

static void all_at_once(void)
{
    upc_atomicdomain_t *longs = upc_all_atomicdomain_alloc(UPC_LONG, INTEGER, 0);
    upc_atomicdomain_t *uints = upc_all_atomicdomain_alloc(UPC_UINT, INTEGER, 0);
    upc_atomicdomain_t *doubles = upc_all_atomicdomain_alloc(UPC_DOUBLE, FLOATING, 0);
    const unsigned int three = 3;
    unsigned int power = 1;
    for (int i = 1; i <= TURNS; i++) {
        const long mine = (long)i * THREADS + MYTHREAD, one = 1, negative = -mine;
        const double half = 0.5;
        upc_atomic_relaxed(longs, NULL, UPC_MAX, &most, &mine, NULL);
        upc_atomic_relaxed(longs, NULL, UPC_MIN, &least, &negative, NULL);
        upc_atomic_relaxed(longs, NULL, UPC_XOR, &odd, &one, NULL);
        upc_atomic_relaxed(longs, NULL, UPC_SUB, &sum, &one, NULL);
        upc_atomic_relaxed(uints, NULL, UPC_MULT, &product, &three, NULL);
        upc_atomic_relaxed(doubles, NULL, UPC_ADD, &total, &half, NULL);
    }
    upc_barrier;
    for (int i = 0; i < TURNS * THREADS; i++)
        power *= three;
    CHECK_EQ(most, (TURNS + 1) * THREADS - 1);
    CHECK_EQ(least, -((TURNS + 1) * THREADS - 1));
    CHECK_EQ(odd, TURNS * THREADS % 2);
    CHECK_EQ(sum, -TURNS * THREADS);
    CHECK_EQ(product, power);
    CHECK_EQ(total * 2, TURNS * THREADS);
}

int main(void)
{
    try_int(UPC_INT);
    try_uint(UPC_UINT);
    try_long(UPC_LONG);
    try_ulong(UPC_ULONG);
    try_int32_t(UPC_INT32);
    try_uint32_t(UPC_UINT32);
    try_int64_t(UPC_INT64);
    try_uint64_t(UPC_UINT64);
    try_float(UPC_FLOAT);
    try_double(UPC_DOUBLE);
    all_at_once();
    check_done();
    return 0;
}
#else
int main(void)
{
    check_done();
    return 0;
}
#endif
