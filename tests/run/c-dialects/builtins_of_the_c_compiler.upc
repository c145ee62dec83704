// Builtins of the C compiler take values of shared objects, those with a type among their arguments
// too.
#include "check.h"
#include <stdarg.h>
#include <stddef.h>

typedef int ints __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));
struct record { char c; struct { int b[4]; } inner; };

shared ints vectors[THREADS];
shared floats converted;
shared int number;
shared long wide;
shared [2] int blocked[2 * THREADS];
shared unsigned bits;
shared double real;

static int sum(int n, ...)
{
    va_list list;
    va_start(list, n);
    int total = __builtin_va_arg(list, int);
    shared int *p = __builtin_va_arg(list, shared int *);
    shared [2] int *q = va_arg(list, shared [2] int *);
    va_end(list);
    return total + *p + *q;
}

static void vectors_are_values(void)
{
    floats f = __builtin_convertvector(vectors[MYTHREAD], floats);
    CHECK(f[0] == MYTHREAD && f[3] == MYTHREAD + 3);
    ints back = __builtin_convertvector(converted, ints) + vectors[MYTHREAD];
    CHECK(back[1] == 2 + MYTHREAD + 1);
#ifndef __clang__
    CHECK_EQ(__builtin_shuffle(vectors[MYTHREAD], (ints){ 3, 2, 1, 0 })[0], MYTHREAD + 3);
#endif
#if __has_builtin(__builtin_shufflevector)
    CHECK_EQ(__builtin_shufflevector(vectors[MYTHREAD], vectors[0], 0, 1, 6, 7)[3], 3);
#endif
}

/* Types that only the C compiler knows: a complex number's, a long double's. */
static void types_of_results(void)
{
#if __has_builtin(__builtin_complex)
    __typeof__(__builtin_complex(real, 1.0)) z = 1.5;
    CHECK(z == 1.5 && sizeof __builtin_complex(real, real) == 2 * sizeof(double));
#endif
    double either = number ? __builtin_cbrtl(real) : 0;
    CHECK(either == 1.5 && sizeof __builtin_cbrtl(real) == sizeof(long double));
}

int main(void)
{
    vectors[MYTHREAD] = (ints){ MYTHREAD, MYTHREAD + 1, MYTHREAD + 2, MYTHREAD + 3 };
    blocked[2 * MYTHREAD] = 10;
    if (MYTHREAD == 0) {
        converted = (floats){ 1, 2, 3, 4 };
        number = 2;
        wide = 1L << 40;
        bits = 0x3f800000;
        real = 3.375;
    }
    upc_barrier;
    vectors_are_values();
    types_of_results();
    CHECK_EQ(sum(3, 5, &number, &blocked[0]), 17);
    CHECK_EQ(__builtin_offsetof(struct record, inner.b[number]), 12);
    CHECK_EQ(__builtin_choose_expr(sizeof number == 4, blocked[0], "none"), 10);
    CHECK(__builtin_types_compatible_p(__typeof__(number), shared int) &&
          !__builtin_types_compatible_p(shared int *, int *));
    CHECK(__builtin_expect(number == 2, 1) && !__builtin_constant_p(number));
    int low;
    CHECK(__builtin_add_overflow(wide, number, &low) && __builtin_popcount(bits) == 7 &&
          __builtin_ctzl(wide) == 40);
#if __has_builtin(__builtin_bit_cast)
    CHECK(__builtin_bit_cast(float, bits) == 1.0f);
#endif
    check_done();
    return 0;
}
