// Reads, writes and updates of shared objects of every kind of type.
#include <upc.h>
#include <complex.h>
#include "check.h"

shared double _Complex z;
shared _Bool flag;
shared __int128 big;
shared long double wide;
shared char c;
shared enum { AA, BB = -3 } en;
typedef float v4 __attribute__((vector_size(16)));
shared v4 vec;
shared union { int i; float f; char ch[4]; } u;
shared struct { int a[3]; struct { int x, y; } in[2]; } st[THREADS];
int *shared local_pointer;
shared int cnt[3 * THREADS];
shared [3] int blk[3 * THREADS];
shared int *shared sp;
shared [3] int *shared bpp;
strict shared int strict_one;
int calls;

static int next(void) { return calls++; }

static void scalars(void)
{
    flag = 4;
    CHECK_EQ(flag, 1);
    flag--;
    CHECK_EQ(flag, 0);
    flag++;
    flag++;
    CHECK_EQ(flag, 1);
    CHECK_EQ(flag += 0.5, 1);
    big = 1;
    big <<= 100;
    CHECK((long)(big >> 99) == 2);
    big++;
    CHECK((int)(big & 3) == 1);
    wide = 1.5L;
    wide *= 2;
    CHECK(wide++ == 3.0L);
    CHECK(--wide == 3.0L);
    c = 100;
    c += 100;
    CHECK_EQ(c, (char)200);
    CHECK_EQ(c++, (char)200);
    en = BB;
    CHECK_EQ(en, -3);
    CHECK_EQ(en = AA, 0);
    strict_one = 3;
    CHECK_EQ(strict_one *= 4, 12);
    CHECK_EQ(_Generic(c, char: 1, default: 2), 1);
    CHECK_EQ(_Generic(c = 1, char: 1, default: 2), 1);
}

static void aggregates(void)
{
    z = 1 + 2 * I;
    z += 3;
    z *= I;
    CHECK(creal(z) == -2 && cimag(z) == 4);
    __imag__ z = 9;
    CHECK(__imag__ z == 9 && __real__ z == -2);
    z++;
    CHECK(creal(z) == -1);
    v4 v = {1, 2, 3, 4};
    vec = v;
    vec[1] = 7;
    CHECK(vec[1] == 7 && vec[2] == 3);
    vec += v;
    CHECK(vec[1] == 9);
    u.i = 0;
    u.ch[1] = 1;
    CHECK_EQ(u.i, 256);
    u.f = 1.0f;
    CHECK_EQ(u.i, 0x3f800000);
    st[THREADS - 1].a[2] = 5;
    st[THREADS - 1].in[1].y = 6;
    st[THREADS - 1].in[1].y++;
    st[0] = st[THREADS - 1];
    CHECK_EQ((st[0].in[1].y), 7);
    CHECK_EQ((&st[0])->a[2], 5);
    shared [] int *m = st[0].a;
    CHECK_EQ(*(m + 2), 5);
    m = &st[0].in[0].x;
    m[3] = 11;
    CHECK_EQ(st[0].in[1].y, 11);
}

static void once(void)
{
    calls = 0;
    cnt[next()]++;
    CHECK_EQ(calls, 1);
    cnt[next()] += next();
    CHECK_EQ(calls, 3);
    CHECK_EQ(cnt[({ int q = 0; q; })]++, 1);
    CHECK_EQ(cnt[0], 2);
    shared [3] int *table[3] = {blk, &blk[1], 0};
    table[next() - 3]++;
    CHECK_EQ(calls, 4);
    CHECK(table[0] == &blk[1]);
    CHECK(table[2] == 0);
    struct { shared [3] int *p; shared int *q; } hold = {blk + 2, cnt};
    hold.p++;
    hold.q++;
    CHECK(hold.q == cnt + 1);
    CHECK_EQ(upc_phaseof(hold.p), 0);
}

static void pointers_in_shared(void)
{
    int here = 3;
    local_pointer = &here;
    CHECK_EQ(*local_pointer, 3);
    local_pointer++;
    CHECK(local_pointer == &here + 1);
    CHECK(local_pointer-- == &here + 1);
    sp = &cnt[0];
    CHECK(++sp == &cnt[1]);
    sp += THREADS;
    CHECK_EQ(sp - &cnt[1], THREADS);
    sp = 0;
    CHECK(!sp && sp == 0);
    bpp = &blk[1];
    bpp += 4;
    CHECK(bpp == &blk[1] + 4);
    CHECK_EQ(upc_phaseof(bpp), 2);
    CHECK(bpp++ == &blk[5]);
    CHECK_EQ(upc_phaseof(bpp), 0);
    CHECK(bpp && bpp != 0 && bpp > blk && !(bpp <= blk));
    CHECK_EQ(bpp - blk, 6);
}

int main(void)
{
    scalars();
    aggregates();
    once();
    pointers_in_shared();
    blk[2] = blk[1] = 9;
    int r = (blk[0] = 4, blk[1]);
    CHECK_EQ(r, 9);
    CHECK_EQ((r ? blk[2] : blk[0]), 9);
    CHECK_EQ(*(r ? &blk[2] : &blk[0]), 9);
    CHECK_EQ(sizeof(blk), 3 * THREADS * sizeof(int));
    CHECK_EQ(sizeof blk[0], sizeof(int));
    CHECK_EQ(sizeof(shared [3] int *), 16);
    return 0;
}
