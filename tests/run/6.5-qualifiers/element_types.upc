// conformance: LANG-6.5.1.1-S15
// Structures, bit-fields, unions, complex numbers, pointers: read and written whole and by member,
// near and far.
#include "check.h"
#include <complex.h>
#include <string.h>

struct bits { unsigned a : 3; int b : 5; unsigned long c : 40; _Bool d : 1; };
union both { float f; unsigned u; unsigned char bytes[4]; };
struct nested { char c; struct { short s[3]; union both u; } in; double d; };

shared struct bits bits[THREADS];
shared union both both[THREADS];
shared [2] struct nested nested[2 * THREADS];
shared double complex z[THREADS];
shared float complex zf[THREADS];
shared long double ld[THREADS];
shared _Bool flag[THREADS];
int *shared pointer[THREADS];
shared __int128 wide[THREADS];
shared enum colour { RED, GREEN = 300, BLUE } colour[THREADS];

int main(void)
{
    int next = (MYTHREAD + 1) % THREADS, mine = MYTHREAD;
    struct nested whole = {'x', {{1, 2, 3}, {.u = 0x3f800000}}, 2.5};

    bits[next].a = 5;
    bits[next].b = -7;
    bits[next].c = 1UL << 39 | next;
    bits[next].d = 3;
    both[next].f = 1.0f;
    nested[2 * next] = whole;
    nested[2 * next].in.s[1] += 40;
    z[next] = next + 2.0 * I;
    z[next] *= I;
    zf[next] = 1.0f - 1.0f * I;
    ld[next] = 0.1L;
    flag[next] = 17;
    wide[next] = (__int128)next << 80;
    colour[next] = BLUE;
    pointer[mine] = &next;
    upc_barrier;
    nested[2 * mine + 1] = nested[2 * mine]; /* shared to shared */
    upc_barrier;

    for (int t = 0; t < THREADS; t++) {
        struct bits b = bits[t];
        CHECK(b.a == 5 && b.b == -7 && b.c == (1UL << 39 | t) && b.d == 1);
        CHECK_EQ(bits[t].b, -7);
        CHECK_EQ(both[t].u, 0x3f800000);
        CHECK_EQ(both[t].bytes[3], 0x3f);
        struct nested n = nested[2 * t + 1];
        CHECK(n.c == 'x' && n.in.s[1] == 42 && n.in.u.f == 1.0f && n.d == 2.5);
        CHECK_EQ(nested[2 * t + 1].in.s[2], 3);
        CHECK(creal(z[t]) == -2.0 && cimag(z[t]) == t);
        CHECK(crealf(zf[t]) == 1.0f && cimagf(zf[t]) == -1.0f);
        CHECK(ld[t] == 0.1L);
        CHECK_EQ(flag[t], 1);
        CHECK(wide[t] == (__int128)t << 80);
        CHECK_EQ(colour[t], BLUE);
    }
    CHECK(pointer[mine] == &next && *pointer[mine] == next);
    check_done();
    return 0;
}
