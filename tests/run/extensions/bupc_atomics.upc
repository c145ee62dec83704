// Atomics of bupc_extensions.h, which upc.h brings.
#include "check.h"
#include <stdint.h>

static shared int64_t sum;
static shared unsigned bits, turns;
static shared double total;
static shared float f;
static shared int winner;
static shared uint64_t word;

int main(void)
{
    for (int i = 0; i < 20; i++)
        bupc_atomicI64_fetchadd_strict(&sum, 1000000000000 + MYTHREAD);
    bupc_atomicU_fetchor_relaxed(&bits, 1u << MYTHREAD);
    for (double seen = bupc_atomicD_read_strict(&total), old;; seen = old)
        if ((old = bupc_atomicD_cswap_strict(&total, seen, seen + 0.5)) == seen)
            break;
    bupc_atomicF_fetchadd_relaxed(&f, 2.0f);
    int before = bupc_atomicI_cswap_strict(&winner, 0, MYTHREAD + 1);
    CHECK(before >= 0 && before <= THREADS);
    upc_barrier;
    CHECK_EQ(bupc_atomicI64_read_relaxed(&sum),
             20 * (1000000000000 * THREADS + THREADS * (THREADS - 1) / 2));
    CHECK_EQ(bits, (1u << THREADS) - 1);
    CHECK(total == 0.5 * THREADS && f == 2.0f * THREADS);
    CHECK(winner >= 1 && winner <= THREADS);
    upc_barrier;
    if (MYTHREAD == THREADS - 1) {
        bupc_atomicU64_set_strict(&word, 0xff00);
        CHECK_EQ(bupc_atomicU64_swap_relaxed(&word, 0x1234), 0xff00);
        CHECK_EQ(bupc_atomicU64_mswap_strict(&word, 0xff, 0x5678), 0x1234);
        CHECK_EQ(bupc_atomicU64_fetchand_strict(&word, 0xf0f0), 0x1278);
        CHECK_EQ(bupc_atomicU64_fetchxor_strict(&word, 1), 0x1070);
        CHECK_EQ(bupc_atomicU64_fetchnot_strict(&word), 0x1071);
        CHECK(word == ~0x1071ul);
        CHECK_EQ(bupc_atomicUL_fetchadd_relaxed(&word, 1), ~0x1071ul);
        CHECK_EQ(bupc_atomicL_read_strict(&word), ~0x1070l);
        CHECK_EQ(bupc_atomicU32_cswap_relaxed(&turns, 0, 3), 0);
        CHECK_EQ(bupc_atomicI32_swap_strict(&turns, -1), 3);
    }
    check_done();
    return 0;
}
