// GNU C in functions that have UPC in them.
#include "check.h"

shared int x[THREADS];
shared [2] long y[2 * THREADS];

typedef int v4 __attribute__((vector_size(16)));
struct pair { int a, b; };
struct __attribute__((packed)) tight { char c; int i __attribute__((aligned(1))); };
shared struct tight packed[THREADS];

static void clean(int *p) { x[MYTHREAD] += *p; }

static int __attribute__((noinline, unused)) old(a, b, p)
    int a;
    short b __attribute__((unused));
    shared int *p;
{
    return a + b + *p;
}

static void types_of_expressions(void)
{
    int t = MYTHREAD;
    typeof(x[t] + 0) value = x[t];
    __typeof__(&x[0]) pointer = &x[t];
    typeof(shared int *) same = &x[t];
    __auto_type copy = x[t];
    __auto_type element = &y[2 * t + 1];
    CHECK(value == *pointer && same == pointer && copy == value);
    CHECK(upc_threadof(element) == t && upc_phaseof(element) == 1);
    CHECK(__builtin_types_compatible_p(typeof(x[t]), shared int));
    CHECK(!__builtin_types_compatible_p(typeof(x[t]), shared [2] int));
    CHECK(__builtin_types_compatible_p(typeof(x[t] + 0), int));
}

static void control(void)
{
    int t = MYTHREAD;
    static void *labels[] = { &&zero, &&one };
    switch (x[t]) {
    case 1 ... 3: CHECK(0);
    case 4 ... 6: break;
    default: CHECK(0);
    }
    goto *labels[x[t] - 3];
zero:
    CHECK(0);
one:
    __attribute__((unused));
    {
        __label__ done;
        if (x[t])
            goto done;
        CHECK(0);
    done:;
    }
    CHECK(({ int z = x[t]; z * 2; }) == 8 && (x[t] ?: 3) == 4 && (x[t] - 4 ?: 3) == 3);
    int before = x[t];
    {
        int added __attribute__((cleanup(clean))) = 3;
        CHECK_EQ(added, 3);
    }
    CHECK_EQ(x[t], before + 3);
    x[t] = before;
}

static void initialisers(void)
{
    int t = MYTHREAD;
    int a[20] = { [0 ... 4] = 2, [10] = x[t], 8, [15 ... 19] = 3 };
    CHECK(a[4] == 2 && a[10] == x[t] && a[11] == 8 && a[19] == 3);
    struct empty { int n; int none[0]; };
    CHECK_EQ(sizeof(struct empty) + x[t], 8);
    struct pair p = { a: x[t], b: 2 };
    CHECK_EQ(p.a + p.b, x[t] + 2);
    packed[t].i = x[t];
    CHECK(sizeof packed[t] == 5 && packed[t].i == 4);
}

static void assembly(void)
{
#if defined __x86_64__ || defined __aarch64__
    int t = MYTHREAD, same;
    __asm__("" : "=r"(same) : "0"(x[t]));
    CHECK_EQ(same, x[t]);
    __asm__ volatile("" : "+r"(same) : : "memory", "cc");
#ifdef __x86_64__
    register int fixed __asm__("r12") = x[t];
    __asm__("addl %1, %0" : "+r"(fixed) : [term] "g"(3) : "cc");
    CHECK_EQ(fixed, x[t] + 3);
    __asm__ goto("cmpl $4, %0\n\tje %l[four]" : : "r"(x[t]) : "cc" : four);
#else
    __asm__ goto("cmp %w0, #4\n\tb.eq %l[four]" : : "r"(x[t]) : "cc" : four);
#endif
    CHECK(0);
four:;
#endif
}

static void builtins_and_types(void)
{
    int t = MYTHREAD, sum;
    CHECK_EQ(__builtin_expect(x[t], 4) + __builtin_popcount(x[t]) +
                 __builtin_choose_expr(1, x[t], "a"),
             9);
    CHECK(__builtin_add_overflow(x[t], 2147483647, &sum) &&
          __builtin_offsetof(struct pair, b) == 4);
    __int128 big = (__int128)x[t] << 100;
    unsigned __int128 sixty_four = 1;
    sixty_four = (sixty_four << 64) + x[t];
    CHECK((int)(big >> 100) == 4 && (long)(sixty_four >> 64) == 1);
    v4 v = { 1, 2, 3, x[t] };
    v += (v4){ x[t], x[t] };
    v = v * 2;
    v4 greater = v > 5;
    CHECK(v[0] == 10 && v[3] == 8 && greater[0] == -1);
    double _Complex z = x[t] + 2.0i;
    CHECK(__real__ z == 4 && __imag__ z == 2 && ~z == 4 - 2.0i);
#ifndef __clang__
    _Float128 wide = 1.5f128;
    _Float64 usual = x[t];
    wide *= x[t];
    CHECK_EQ((int)(wide + usual), 10);
    _Float32 narrow = 2.0f32;
    _Float64x extended = 3;
    CHECK_EQ((int)(narrow * extended * x[t]), 24);
#ifdef __DEC64_MAX__
    _Decimal64 tenths = 1.1dd;
    tenths *= x[t];
    CHECK_EQ((int)(tenths * 10), 44);
#endif
#endif
}

static int declared_inside(void)
{
    extern int later;
    extern shared int far_later[THREADS];
    int function_later(void);
    return later + far_later[MYTHREAD] + function_later();
}
int later = 2;
shared int far_later[THREADS];
int function_later(void) { return 1; }

int main(void)
{
    static __thread int own = 3;
    x[MYTHREAD] = 4;
    far_later[MYTHREAD] = 5;
    types_of_expressions();
    control();
    initialisers();
    assembly();
    builtins_and_types();
    CHECK_EQ(declared_inside(), 8);
    CHECK_EQ(old(1, 2, &x[MYTHREAD]), 7);
    CHECK(own == 3 && __func__[0] == 'm' && __FUNCTION__[0] == 'm' && x[MYTHREAD] == 4);
    check_done();
    return 0;
}
