// Bit-fields of shared structures: only the bytes that hold one are touched.
#include <upc.h>
#include "check.h"

struct B {
    int f : 3;
    unsigned g : 13;
    long long h : 40;
    _Bool b : 1;
    enum { X, Y, Z } e : 2;
    struct { short s : 5; };
};
shared struct B s;
shared struct B table[2 * THREADS];
static shared struct { int f : 4; } unnamed;

int main(void)
{
    s.f = -2;
    s.g = 8000;
    s.h = 1ll << 35;
    s.b = 5;
    s.e = Z;
    s.s = 7;
    CHECK_EQ(s.f, -2);
    CHECK_EQ(s.g, 8000);
    CHECK(s.h == 1ll << 35);
    CHECK_EQ(s.b, 1);
    CHECK_EQ(s.e, Z);
    CHECK_EQ(s.s, 7);
    CHECK_EQ(s.f++, -2);
    CHECK_EQ(++s.f, 0);
    CHECK_EQ(s.g += 200, 8200 & 8191);
    CHECK_EQ(s.h++, 1l << 35);
    CHECK_EQ(s.h--, (1l << 35) + 1);
    CHECK_EQ(s.f = 3, 3);
    CHECK_EQ(s.g < -1, 0);
    int i = 0;
    table[i++].g++;
    CHECK_EQ(i, 1);
    CHECK_EQ(table[0].g, 1);
    shared struct B *p = &table[THREADS];
    p->g = 5;
    p->g |= 2;
    CHECK_EQ((*p).g, 7);
    unnamed.f = 6;
    CHECK_EQ(unnamed.f, 6);
    return 0;
}
