// Atomics of IBM XL UPC, and Berkeley's on pointers-to-shared.
#include "check.h"
#include <upc_ext_atomics.h>

static shared int i;
static shared unsigned u;
static shared long l;
static shared unsigned long ul;
static shared int64_t i64;
static shared uint32_t u32;
static shared [3] int a[3 * THREADS];
static shared void *shared p;

int main(void)
{
    xlupc_atomicI_fetchadd_relaxed(&i, MYTHREAD + 1);
    xlupc_atomicUI_fetchor_strict(&u, 1u << MYTHREAD);
    xlupc_atomicL_fetchadd_strict(&l, -1);
    xlupc_atomicI64_fetchadd_relaxed(&i64, 1ll << 40);
    xlupc_atomicUL_fetchxor_relaxed(&ul, 1ul << (MYTHREAD + 40));
    for (uint32_t seen = 0, before;
         (before = xlupc_atomicU32_cswap_strict(&u32, seen, seen + 3)) != seen;)
        seen = before;
    upc_barrier;
    CHECK_EQ(xlupc_atomicI_read_strict(&i), THREADS * (THREADS + 1) / 2);
    CHECK_EQ(xlupc_atomicUI_read_relaxed(&u), (1u << THREADS) - 1);
    CHECK_EQ(l, -THREADS);
    CHECK_EQ(i64, (int64_t)THREADS << 40);
    CHECK_EQ(ul, ((1ul << THREADS) - 1) << 40);
    CHECK_EQ(u32, 3 * THREADS);
    upc_barrier;
    if (MYTHREAD == THREADS - 1) {
        CHECK_EQ(xlupc_atomicI_swap_strict(&i, 0xff), THREADS * (THREADS + 1) / 2);
        CHECK_EQ(xlupc_atomicI32_fetchand_strict(&i, 0xf0), 0xff);
        CHECK_EQ(xlupc_atomicI32_fetchnot_relaxed(&i), 0xf0);
        xlupc_atomicU64_set_strict(&ul, 7);
        CHECK(i == ~0xf0 && ul == 7);

        shared void *first = &a[1], *second = &a[3 * THREADS - 1];
        CHECK(bupc_atomicPTS_read_strict(&p) == NULL);
        bupc_atomicPTS_set_relaxed(&p, first);
        CHECK(bupc_atomicPTS_swap_strict(&p, second) == first);
        CHECK(bupc_atomicPTS_cswap_relaxed(&p, first, NULL) == second);
        shared void *old = bupc_atomicPTS_cswap_strict(&p, second, first);
        CHECK(old == second && upc_phaseof(old) == 2);
        old = bupc_atomicPTS_read_relaxed(&p);
        CHECK(old == first && upc_phaseof(old) == 1);
    }
    check_done();
    return 0;
}
