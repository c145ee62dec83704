// conformance: MEM-B.3.2.1-S1 MEM-B.5-S3
// Compound assignments and increments of another thread's objects give what they give on private
// ones, in the order of the thread's other accesses to them, and are there after each
// synchronisation.
// threads: 2 3 4
#include <stdint.h>
#include "check.h"

enum colour { RED, GREEN, BLUE };
struct bits { unsigned a : 3, b : 5; };

#define CHANGES(T, x, i)                                                      \
    do {                                                                      \
        (x) += (i);                                                           \
        (x) -= 3;                                                             \
        (x)++;                                                                \
        --(x);                                                                \
        (x) += (T)((i) * 5 + 1);                                              \
    } while (0)
#define BITS(x, i)                                                            \
    do {                                                                      \
        (x) ^= (i)*0x9e3779b9u;                                               \
        (x) |= 1L << ((i) % 31);                                              \
        (x) &= ~(5 << ((i) % 20));                                            \
        (x) -= 'a' + (i);                                                     \
        (x) += GREEN;                                                         \
        (x) *= 3;                                                             \
    } while (0)

#define EACH(OF)                                                                          \
    OF(int8_t, i8)                                                                        \
    OF(uint16_t, u16) OF(int, i32) OF(unsigned, u32) OF(long, i64) OF(unsigned long, u64) \
        OF(long long, ll) OF(unsigned long long, ull)
#define DECLARE(T, name) shared T name[THREADS];
EACH(DECLARE)
DECLARE(float, f32)
DECLARE(double, f64)
DECLARE(long double, ld)
DECLARE(enum colour, colours)
DECLARE(_Bool, flags)
shared struct bits fields[THREADS];

#define INTEGER(T, name)                                                      \
    static void test_##name(int t)                                            \
    {                                                                         \
        T own = 1;                                                            \
        name[t] = 1;                                                          \
        for (int i = 0; i < 50; i++) {                                        \
            CHANGES(T, name[t], i);                                           \
            CHANGES(T, own, i);                                               \
            BITS(name[t], i);                                                 \
            BITS(own, i);                                                     \
            if (i % 7 == 0) {                                                 \
                CHECK_EQ(name[t], own);                                       \
                name[t] = own = (T)(own + i);                                 \
            }                                                                 \
        }                                                                     \
        CHECK_EQ(name[t], own);                                               \
        upc_barrier;                                                          \
        CHECK_EQ(name[MYTHREAD], own);                                        \
    }
EACH(INTEGER)

#define FLOATING(T, name)                                                     \
    static void test_##name(int t)                                            \
    {                                                                         \
        T own = 0.1f;                                                         \
        name[t] = own;                                                        \
        for (int i = 0; i < 50; i++) {                                        \
            CHANGES(T, name[t], i);                                           \
            CHANGES(T, own, i);                                               \
            name[t] += 0.1, own += 0.1;                                       \
            name[t] -= 0.3f, own -= 0.3f;                                     \
            name[t] *= 1.01f, own *= 1.01f;                                   \
            name[t] += 1e-9L, own += 1e-9L;                                   \
        }                                                                     \
        CHECK(name[t] == own);                                                \
        upc_barrier;                                                          \
        CHECK(name[MYTHREAD] == own);                                         \
    }
FLOATING(float, f32)
FLOATING(double, f64)
FLOATING(long double, ld)

/* In every context in which the value is used, or not. */
static void places(int t)
{
    int own = 0, y = 0, z;
    i32[t] = 0;
    for (int i = 0; i < 20; i++, i32[t] += 2, own += 2) {
        i % 2 ? i32[t]++ : y++;
        own += i % 2;
        i % 3 ? (i32[t] -= 3) : (i32[t] ^= 6);
        own = i % 3 ? own - 3 : own ^ 6;
        (i32[t] |= 4, own |= 4);
        z = (i32[t] += i);
        own += i;
        CHECK_EQ(z, own);
        CHECK_EQ(i32[t]++, own++);
        colours[t] = RED, colours[t] |= BLUE;
        flags[t] = 0, flags[t] += 5;
        fields[t].a = 7, fields[t].b = 0, fields[t].a += 2, fields[t].b -= 1;
    }
    CHECK_EQ(i32[t], own);
    CHECK_EQ(colours[t], BLUE);
    CHECK_EQ(flags[t], 1);
    CHECK_EQ(fields[t].a, 1);
    CHECK_EQ(fields[t].b, 31);
    upc_barrier;
}

#define RUN(T, name) test_##name(t);
int main(void)
{
    int t = (MYTHREAD + 1) % THREADS;
    EACH(RUN)
    test_f32(t);
    test_f64(t);
    test_ld(t);
    places(t);
    check_done();
    return 0;
}
