// conformance: LANG-6.5.1.1-S15
// Every assignment operator, ++ and --, on shared objects of every arithmetic type.
#include "check.h"

#define DEFINE(type, name)                                        \
    shared type name[THREADS];                                    \
    static void check_##name(int t)                               \
    {                                                             \
        type x = 10;                                              \
        name[t] = 10;                                             \
        CHECK((name[t] += 7) == (x += 7));                        \
        CHECK((name[t] -= 2) == (x -= 2));                        \
        CHECK((name[t] *= 3) == (x *= 3));                        \
        CHECK((name[t] /= 4) == (x /= 4));                        \
        CHECK(name[t]++ == x++);                                  \
        CHECK(++name[t] == ++x);                                  \
        CHECK(name[t]-- == x--);                                  \
        CHECK(--name[t] == --x);                                  \
        CHECK(name[t] == x);                                      \
    }

#define DEFINE_INTEGER(type, name)                                \
    DEFINE(type, name)                                            \
    static void check_bits_##name(int t)                          \
    {                                                             \
        type x = 90;                                              \
        check_##name(t);                                          \
        name[t] = 90;                                             \
        CHECK((name[t] %= 50) == (x %= 50));                      \
        CHECK((name[t] <<= 1) == (x <<= 1));                      \
        CHECK((name[t] >>= 2) == (x >>= 2));                      \
        CHECK((name[t] |= 64) == (x |= 64));                      \
        CHECK((name[t] &= 66) == (x &= 66));                      \
        CHECK((name[t] ^= 7) == (x ^= 7));                        \
        CHECK(name[t] == x);                                      \
    }

DEFINE_INTEGER(char, vc)
DEFINE_INTEGER(signed char, vsc)
DEFINE_INTEGER(unsigned char, vuc)
DEFINE_INTEGER(short, vs)
DEFINE_INTEGER(unsigned short, vus)
DEFINE_INTEGER(int, vi)
DEFINE_INTEGER(unsigned, vu)
DEFINE_INTEGER(long, vl)
DEFINE_INTEGER(unsigned long, vul)
DEFINE_INTEGER(long long, vll)
DEFINE(float, vf)
DEFINE(double, vd)
DEFINE(long double, vld)

struct { int n : 6; unsigned u : 4; } shared field[THREADS];
shared int *shared pointer[THREADS];
shared int target[3 * THREADS];
shared _Bool boolean[THREADS];

static int calls;
static int once(int t)
{
    calls++;
    return t;
}

int main(void)
{
    int t = (MYTHREAD + 1) % THREADS;
    check_bits_vc(t);
    check_bits_vsc(t);
    check_bits_vuc(t);
    check_bits_vs(t);
    check_bits_vus(t);
    check_bits_vi(t);
    check_bits_vu(t);
    check_bits_vl(t);
    check_bits_vul(t);
    check_bits_vll(t);
    check_vf(t);
    check_vd(t);
    check_vld(t);

    vuc[t] = 255;
    CHECK_EQ(++vuc[t], 0);
    vi[t] = 5;
    vi[t] += 2.75; /* computed in double, then converted */
    CHECK_EQ(vi[t], 7);
    vi[once(t)] += 1;
    vi[once(t)]++;
    CHECK_EQ(calls, 2);
    CHECK_EQ(vi[t], 9);

    field[t].n = 30;
    field[t].n++;
    CHECK_EQ(field[t].n, 31);
    field[t].u += 20;
    CHECK_EQ(field[t].u, 4);
    boolean[t]++;
    boolean[t] += 5;
    CHECK_EQ(boolean[t], 1);

    pointer[t] = target;
    pointer[t] += 2;
    CHECK(pointer[t]++ == &target[2]);
    CHECK(--pointer[t] == &target[2]);
    CHECK_EQ((pointer[t] -= 1) - target, 1);
    check_done();
    return 0;
}
