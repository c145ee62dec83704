// Attributes, alignment, packed and anonymous structures, qualifiers on pointers-to-shared themselves.
#include <upc.h>
#include <stddef.h>
#include <stdint.h>
#include "check.h"

shared int x1;
shared int x[4 * THREADS] __attribute__((aligned(4096)));
_Alignas(512) shared char y;
__attribute__((aligned(64))) shared int *ap;
shared int *p __attribute__((unused)), *q __attribute__((aligned(32))) = &x1, r __attribute__((aligned(256)));
static inline __attribute__((always_inline)) shared int *inl(shared int *a) { return a; }
extern shared int *noret(int) __attribute__((noinline, cold));
shared int *noret(int k) { return k ? x : &x1; }
struct __attribute__((packed)) pk { char c; shared int *p; } pk;
typedef struct { shared int *p; } anon_t;
anon_t an;
struct { shared int *p; anon_t t; } an2 = {.t = {x}};
shared anon_t sa[THREADS];
union un { shared int *p; uint64_t u; } uu;
static shared int *names[][2] = {{x, &x[1]}, {0, &x1}};
shared int *volatile vp;
static shared [2] int *const volatile cvp = 0;
typedef shared int *(*cb_t)(shared int *restrict, const shared void *);
static shared int *cb(shared int *restrict a, const shared void *g) { return g == NULL ? a : 0; }
cb_t cbs[2] = {cb};
shared [2] int m2[THREADS][4];
static int takes(shared int a[], shared int b[10], shared [2] int m[][4]) { return a == b && m != NULL; }
enum { A1 = sizeof(shared int), A2 = sizeof(shared int *), A3 = sizeof(x[0]) };
char ca[A2 + sizeof(struct pk)];

static _Bool truth(shared [2] int *b) { return b; }
static int given(_Bool b) { return b; }

int main(void)
{
    CHECK_EQ((uintptr_t)&ap % 64, 0);
    CHECK_EQ((uintptr_t)&q % 32, 0);
    CHECK_EQ((uintptr_t)&x[0] % 4096 + (uintptr_t)&y % 512 + (uintptr_t)&r % 256, 0);
    CHECK(inl(q) == &x1 && noret(1) == x);
    CHECK_EQ(sizeof(struct pk), 9);
    pk.p = x;
    CHECK(pk.p == x);
    an.p = q;
    an2.p = q;
    CHECK(an2.t.p == x);
    sa[0] = an;
    sa[0].p++;
    CHECK(sa[0].p == q + 1);
    uu.p = x;
    CHECK(uu.p == x);
    CHECK(names[1][1] == q && names[0][1] == x + 1);
    vp = x;
    vp++;
    vp += 2;
    CHECK(vp == &x[3] && !cvp);
    CHECK(cbs[0](x, NULL) == x && takes(x, x, m2));
    CHECK_EQ(A1 + A2 + A3, 16);
    CHECK_EQ(sizeof ca, 17);
    shared int *arr[] = {x, [3] = q};
    CHECK_EQ(sizeof arr / sizeof *arr, 4);
    shared char *sc = (shared char *)(shared void *)x;
    CHECK(sc == (shared char *)x);
    int (*fp)(shared int *, shared int *, shared [2] int (*)[4]) = takes;
    CHECK_EQ(fp(x, x, 0), 0);
    CHECK_EQ(&m2[1][3] - &m2[0][0], 7);
    shared [2] int (*row)[4] = m2 + 1;
    CHECK(row[0] + 1 == &m2[1][1]);
    row++;
    row -= 1;
    CHECK(*row == m2[1]);
    m2[0][3] = 4;
    (*m2)[3]++;
    m2[0][3] <<= 1;
    CHECK_EQ(**m2 + *(*m2 + 3), 10);
    CHECK_EQ(3[m2[0]], 10);
    _Bool b = m2[0];
    b &= truth(m2[1]) && !truth(0) && given(m2[1]);
    CHECK(b);
    return 0;
}
