// conformance: LANG-6.4.2-S3 LANG-6.4.2-S5 LANG-6.4.2-S6 LANG-6.4.2-S8 LANG-6.4.2-S10 LANG-6.4.2-S15 LANG-6.4.2-S17
// conformance: LANG-6.5.2.1-S7
// Every p + i and p - q of arrays of many block and element sizes, compared with the definition.
#include "check.h"

struct three { char bytes[3]; };
struct big { double d[5]; };

#define N 24 /* elements a thread */

/* The place of element i of an array with blocks of B: thread, phase, and index in the thread's
 * part. */
#define MODEL_THREAD(i, B) ((i) / (B) % THREADS)
#define MODEL_PHASE(i, B) ((i) % (B))
#define MODEL_INDEX(i, B) ((i) / ((B) * THREADS) * (B) + (i) % (B))

#define DEFINE(B, type, name)                                                                \
    shared [B] type name[N * THREADS];                                                       \
    static void check_##name(void)                                                           \
    {                                                                                        \
        const int count = N * THREADS, stride = 1 + count / 29;                              \
        for (int i = 0; i < count; i++) {                                                    \
            shared [B] type *p = &name[i];                                                   \
            CHECK_EQ(upc_threadof(p), MODEL_THREAD(i, B));                                   \
            CHECK_EQ(upc_phaseof(p), MODEL_PHASE(i, B));                                     \
            CHECK_EQ(upc_addrfield(p) - upc_addrfield(name), MODEL_INDEX(i, B) * sizeof(type)); \
            for (int j = i % stride; j < count; j += stride) {                               \
                shared [B] type *q = p + (j - i);                                            \
                CHECK(q == &name[j]);                                                        \
                CHECK_EQ(upc_threadof(q), MODEL_THREAD(j, B));                               \
                CHECK_EQ(upc_phaseof(q), MODEL_PHASE(j, B));                                 \
                CHECK_EQ(q - p, j - i);                                                      \
                CHECK_EQ(p < q, i < j);                                                      \
                CHECK_EQ(p >= q, i >= j);                                                    \
                CHECK(p - (i - j) == q);                                                     \
            }                                                                                \
        }                                                                                    \
        shared [B] type *walk = name;                                                        \
        for (int i = 0; i < count; i++)                                                      \
            CHECK(walk++ == &name[i]);                                                       \
        for (int i = count - 1; i >= 0; i--)                                                 \
            CHECK(--walk == &name[i]);                                                       \
        walk += 7;                                                                           \
        walk -= 4;                                                                           \
        CHECK(walk == &name[3]);                                                             \
        CHECK(&walk[5] == &name[8] && &5 [walk] == walk + 5);                                \
    }

DEFINE(1, char, c1)
DEFINE(1, int, i1)
DEFINE(1, struct three, t1)
DEFINE(2, short, s2)
DEFINE(3, int, i3)
DEFINE(3, struct big, b3)
DEFINE(4, double, d4)
DEFINE(5, char, c5)
DEFINE(6, struct three, t6)
DEFINE(7, long, l7)
DEFINE(8, int, i8)
DEFINE(24, float, f24)
DEFINE(100, int, i100)

int main(void)
{
    check_c1();
    check_i1();
    check_t1();
    check_s2();
    check_i3();
    check_b3();
    check_d4();
    check_c5();
    check_t6();
    check_l7();
    check_i8();
    check_f24();
    check_i100();
    check_done();
    return 0;
}
