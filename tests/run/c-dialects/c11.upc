// C11 and C17 beyond C99, in functions that have UPC in them.
#include "check.h"
#include <stdalign.h>
#include <stddef.h>
#include <uchar.h>
#include <wchar.h>

shared int x[THREADS];
shared [2] long y[2 * THREADS];
strict shared int s;

_Static_assert(sizeof x[0] == sizeof(int), "an element of a shared array has its type's size");

struct anonymous {
    int a;
    union {
        int b;
        struct { short low, high; };
    };
};
struct flexible { int n; int v[]; };
shared struct anonymous members[THREADS];

static _Noreturn void stop(int code)
{
    x[MYTHREAD] = code;
    upc_global_exit(code);
}

static void generic_selections(void)
{
    int t = MYTHREAD;
    CHECK_EQ(_Generic(x[0], int: 1, long: 2, default: 3), 1);
    CHECK_EQ(_Generic(&x[0], shared int *: 1, int *: 2, default: 3), 1);
    CHECK_EQ(_Generic(&y[0], shared int *: 1, shared [2] long *: 2, default: 3), 2);
    CHECK_EQ(_Generic(y[0] + 1.0f, float: 1, default: 2), 1);
    CHECK_EQ(_Generic((char)x[0], char: x[t] + 7, default: "not chosen"), x[t] + 7);
    CHECK_EQ(_Generic(&s, strict shared int *: 1, default: 2), 1);
}

static int sum(int n, const int a[static n])
{
    int total = x[MYTHREAD];
    for (int i = 0; i < n; i++)
        total += a[i];
    return total;
}

static size_t variable_lengths(int n, int m[n][n])
{
    int copy[n][n];
    copy[n - 1][n - 1] = x[MYTHREAD];
    m[0][0] = copy[n - 1][n - 1];
    return sizeof copy + sizeof(int[x[MYTHREAD]]);
}

static void alignment_and_atomics(void)
{
    int t = MYTHREAD;
    alignas(64) char buffer[3] = { [1] = 1 };
    _Alignas(double) _Alignas(32) int q = x[t];
    CHECK((size_t)buffer % 64 == 0 && (size_t)&q % alignof(max_align_t) == 0 && q == x[t] &&
          buffer[1] == 1);
    _Atomic int counter = x[t];
    _Atomic(long) copy = 3;
    counter += x[t];
    counter++;
    copy = counter;
    CHECK_EQ(copy, 2 * x[t] + 1);
}

static void members_without_names(void)
{
    int t = MYTHREAD;
    members[t].b = 7;
    members[t].high = 3;
    CHECK(members[t].low == 7 && members[t].b == (7 | 3 << 16));
    struct anonymous own = { .a = x[t], .high = 9 };
    members[t] = own;
    CHECK(members[t].high == 9 && members[t].a == x[t]);
    struct flexible *f = malloc(sizeof *f + 3 * sizeof(int));
    f->v[2] = x[t];
    CHECK_EQ(f->v[2], x[t]);
    free(f);
}

static void literals(void)
{
    int t = MYTHREAD;
    CHECK_EQ(sum(3, (int[]){ x[t], 1, [2] = 2 }), 2 * x[t] + 3);
    CHECK_EQ(((struct anonymous){ .a = x[t] }).a, x[t]);
    int \u00e9t\u00e9 = x[t];
    CHECK_EQ(été, x[t]);
    const char *narrow = "\u00e9" u8"x";
    const wchar_t *wide = L"\u00e9";
    char16_t c16 = u'a';
    char32_t c32 = U'b';
    CHECK(narrow[2] == 'x' && wide[0] == 0xe9 && c16 + c32 + x[t] == 'a' + 'b' + x[t]);
}

static _Thread_local int own = 3;

int main(void)
{
    int m[4][4];
    x[MYTHREAD] = MYTHREAD + 5;
    generic_selections();
    alignment_and_atomics();
    members_without_names();
    literals();
    CHECK_EQ(variable_lengths(4, m), 64 + 4 * (MYTHREAD + 5));
    CHECK(m[0][0] == x[MYTHREAD] && own + x[MYTHREAD] == MYTHREAD + 8);
    if (x[MYTHREAD] < 0)
        stop(3);
    check_done();
    return 0;
}
