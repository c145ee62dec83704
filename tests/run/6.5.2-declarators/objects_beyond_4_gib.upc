// Static shared data of more than 4 GiB a thread, blocks of more than 2^32 elements, arrays of at
// least 2^40 bytes: sizes and indices have 64 bits throughout. Memory is committed page by page as
// it is touched.
#include "check.h"

#define GI (1UL << 30)
#define ROW (5 * GI)
#define BLOCK (4 * GI + 8)
#define TAIL (1UL << 40)

struct record { char bytes[3 * GI]; int last; };

shared [ROW] char rows[THREADS][ROW];
shared [BLOCK] char wide[2 * BLOCK * THREADS];
shared [3 * GI] int blocks[3 * GI * THREADS];
shared int cyclic[GI * THREADS];
shared struct record records[THREADS];
shared [] char on_thread_0[6 * GI];
shared [TAIL / 2] char terabyte[TAIL / 2 * THREADS];
shared char after[THREADS];

static void store(int t)
{
    rows[t][ROW - 1] = 40 + t;
    wide[BLOCK * (THREADS + t) + BLOCK - 1] = 60 + t;
    blocks[3 * GI * t + 3 * GI - 1] = 80 + t;
    cyclic[(GI - 1) * THREADS + t] = 100 + t;
    records[t].bytes[3 * GI - 1] = 9;
    records[t].last = 110 + t;
    terabyte[TAIL / 2 * (t + 1) - 1] = 30 + t;
    after[t] = 77 + t;
    if (t == 0)
        on_thread_0[6 * GI - 1] = 3;
}

static void compare(int t)
{
    shared [BLOCK] char *p = &wide[BLOCK * THREADS], *q = &wide[BLOCK * THREADS * 2 - 1];
    CHECK_EQ(rows[t][ROW - 1], 40 + t);
    CHECK_EQ(wide[BLOCK * (THREADS + t) + BLOCK - 1], 60 + t);
    CHECK_EQ(upc_threadof(&wide[BLOCK * (THREADS + t)]), t);
    CHECK_EQ(upc_phaseof(&wide[BLOCK * (THREADS + t) + BLOCK - 1]), BLOCK - 1);
    CHECK_EQ(blocks[3 * GI * t + 3 * GI - 1], 80 + t);
    CHECK_EQ(cyclic[(GI - 1) * THREADS + t], 100 + t);
    CHECK(records[t].last == 110 + t && records[t].bytes[3 * GI - 1] == 9);
    CHECK_EQ(upc_addrfield(&records[t].last) - upc_addrfield(&records[t]), 3 * GI);
    CHECK_EQ(terabyte[TAIL / 2 * (t + 1) - 1], 30 + t);
    CHECK(after[t] == 77 + t && on_thread_0[6 * GI - 1] == 3);
    CHECK_EQ(q - p, BLOCK * THREADS - 1);
    CHECK(p + (BLOCK * THREADS - 1) == q && q - (BLOCK * THREADS - 1) == p);
}

static void sizes(void)
{
    CHECK_EQ(upc_localsizeof(blocks), 12 * GI);
    CHECK_EQ(sizeof wide, 2 * BLOCK * THREADS);
    CHECK_EQ(upc_blocksizeof(wide), BLOCK);
    CHECK_EQ(sizeof terabyte, TAIL / 2 * THREADS);
    CHECK_EQ(&terabyte[sizeof terabyte - 1] - terabyte, sizeof terabyte - 1);
}

static void iterate(void)
{
    unsigned long mine = 0, total = 0;
    upc_forall (unsigned long i = 0; i < 2 * BLOCK * THREADS; i += GI; &wide[i])
        mine++;
    for (unsigned long i = 0; i < 2 * BLOCK * THREADS; i += GI)
        total += i / BLOCK % THREADS == MYTHREAD;
    CHECK_EQ(mine, total);
}

int main(void)
{
    store(MYTHREAD);
    upc_barrier;
    compare(MYTHREAD);
    compare((MYTHREAD + 1) % THREADS);
    sizes();
    iterate();
    check_done();
    return 0;
}
