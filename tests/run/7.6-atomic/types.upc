// conformance: ATOM-7.6.2-S1 ATOM-7.6.4.3-S1 ATOM-7.6.4.3-S2 ATOM-7.6.4.3-S5
#include "check.h"
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <upc_atomic.h>

#define ACCESSORS (UPC_GET | UPC_SET | UPC_CSWAP)
#define NUMERIC (UPC_ADD | UPC_SUB | UPC_MULT | UPC_INC | UPC_DEC | UPC_MAX | UPC_MIN)
#define BITWISE (UPC_AND | UPC_OR | UPC_XOR)

/* One operation on x, whose old value and new value must be these. */
#define STEP(op, type, a, b, before, after)                                     \
    do {                                                                        \
        type old_ = 0, a_ = (a), b_ = (b), now_ = 0;                            \
        upc_atomic_relaxed(domain, &old_, op, x, (op) & (UPC_INC | UPC_DEC) ? NULL : &a_, \
                           (op) == UPC_CSWAP ? &b_ : NULL);                     \
        upc_atomic_strict(domain, &now_, UPC_GET, x, NULL, NULL);               \
        CHECK(old_ == (type)(before) && now_ == (type)(after));                 \
    } while (0)

/* Each thread works on the variable of its neighbour. */
#define NUMBERS(name, type, id, extra)                                          \
    static shared type name##_x[THREADS];                                       \
    static upc_atomicdomain_t *name##_start(shared type **x)                    \
    {                                                                           \
        *x = &name##_x[(MYTHREAD + 1) % THREADS];                               \
        return upc_all_atomicdomain_alloc(id, ACCESSORS | NUMERIC | (extra), 0); \
    }                                                                           \
    static void name##_numbers(void)                                            \
    {                                                                           \
        shared type *x;                                                         \
        upc_atomicdomain_t *domain = name##_start(&x);                          \
        STEP(UPC_SET, type, 5, 0, 0, 5);                                        \
        STEP(UPC_ADD, type, 7, 0, 5, 12);                                       \
        STEP(UPC_SUB, type, 2, 0, 12, 10);                                      \
        STEP(UPC_MULT, type, 3, 0, 10, 30);                                     \
        STEP(UPC_INC, type, 0, 0, 30, 31);                                      \
        STEP(UPC_DEC, type, 0, 0, 31, 30);                                      \
        STEP(UPC_MAX, type, 40, 0, 30, 40);                                     \
        STEP(UPC_MAX, type, 4, 0, 40, 40);                                      \
        STEP(UPC_MIN, type, 50, 0, 40, 40);                                     \
        STEP(UPC_MIN, type, 12, 0, 40, 12);                                     \
        STEP(UPC_CSWAP, type, 11, 99, 12, 12);                                  \
        STEP(UPC_CSWAP, type, 12, 99, 12, 99);                                  \
        upc_all_atomicdomain_free(domain);                                      \
    }
#define INTEGERS(name, type, id, max)                                           \
    NUMBERS(name, type, id, BITWISE)                                            \
    static void name##_bits(void)                                               \
    {                                                                           \
        shared type *x;                                                         \
        upc_atomicdomain_t *domain = name##_start(&x);                          \
        STEP(UPC_SET, type, 12, 0, 99, 12);                                     \
        STEP(UPC_AND, type, 10, 0, 12, 8);                                      \
        STEP(UPC_OR, type, 3, 0, 8, 11);                                        \
        STEP(UPC_XOR, type, 6, 0, 11, 13);                                      \
        STEP(UPC_SET, type, max, 0, 13, max);                                   \
        if ((type)-1 > 0) { /* unsigned arithmetic wraps */                     \
            STEP(UPC_ADD, type, 2, 0, max, 1);                                  \
            STEP(UPC_SUB, type, 3, 0, 1, (type)-2);                             \
            STEP(UPC_MIN, type, 1, 0, (type)-2, 1);                             \
        } else {                                                                \
            STEP(UPC_SET, type, -5, 0, max, -5);                                \
            STEP(UPC_MAX, type, -6, 0, -5, -5);                                 \
            STEP(UPC_MIN, type, 6, 0, -5, -5);                                  \
            STEP(UPC_MULT, type, -4, 0, -5, 20);                                \
        }                                                                       \
        upc_all_atomicdomain_free(domain);                                      \
    }

INTEGERS(i, int, UPC_INT, INT_MAX)
INTEGERS(ui, unsigned, UPC_UINT, UINT_MAX)
INTEGERS(l, long, UPC_LONG, LONG_MAX)
INTEGERS(ul, unsigned long, UPC_ULONG, ULONG_MAX)
INTEGERS(i32, int32_t, UPC_INT32, INT32_MAX)
INTEGERS(u32, uint32_t, UPC_UINT32, UINT32_MAX)
INTEGERS(i64, int64_t, UPC_INT64, INT64_MAX)
INTEGERS(u64, uint64_t, UPC_UINT64, UINT64_MAX)
NUMBERS(f, float, UPC_FLOAT, 0)
NUMBERS(d, double, UPC_DOUBLE, 0)

static void extremes(void)
{
    shared double *x;
    upc_atomicdomain_t *domain = d_start(&x);
    STEP(UPC_SET, double, DBL_MAX, 0, 99, DBL_MAX);
    STEP(UPC_MULT, double, 2, 0, DBL_MAX, HUGE_VAL);
    STEP(UPC_SET, double, DBL_MIN, 0, HUGE_VAL, DBL_MIN);
    STEP(UPC_MULT, double, 0.5, 0, DBL_MIN, DBL_MIN / 2);
    double nan_value = NAN, now;
    upc_atomic_relaxed(domain, NULL, UPC_ADD, x, &nan_value, NULL);
    upc_atomic_relaxed(domain, &now, UPC_GET, x, NULL, NULL);
    CHECK(now != now);
    upc_all_atomicdomain_free(domain);
}

int main(void)
{
    i_numbers(), i_bits(), ui_numbers(), ui_bits(), l_numbers(), l_bits(), ul_numbers(), ul_bits();
    i32_numbers(), i32_bits(), u32_numbers(), u32_bits(), i64_numbers(), i64_bits(), u64_numbers(),
        u64_bits();
    f_numbers(), d_numbers(), extremes();
    check_done();
    return 0;
}
