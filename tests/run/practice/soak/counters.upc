/* Counts under locks, and by atomic operations. */
#include <upc_atomic.h>
#include "soak.h"

enum { LOCKS = 3, WORDS = 4 };

static shared [] long locked[LOCKS], summed[WORDS];
static shared [LOCKS + WORDS] long shares[(LOCKS + WORDS) * THREADS];
static upc_lock_t *lock[LOCKS];
static upc_atomicdomain_t *domain;
static long own_locked[LOCKS], own_summed[WORDS];

static void start(void)
{
    for (int i = 0; i < LOCKS; i++)
        lock[i] = upc_all_lock_alloc();
    domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD | UPC_CSWAP | UPC_GET, 0);
}

static void count_under_lock(void)
{
    unsigned i = soak_own(LOCKS);
    if (soak_own(3) == 0) {
        if (!upc_lock_attempt(lock[i]))
            return;
    } else
        upc_lock(lock[i]);
    unsigned times = 1 + soak_own(4);
    for (unsigned k = 0; k < times; k++)
        locked[i]++;
    own_locked[i] += times;
    upc_unlock(lock[i]);
}

static void add(void)
{
    unsigned i = soak_own(WORDS);
    long by = soak_own(100);
    if (soak_own(2)) {
        upc_atomic_relaxed(domain, 0, UPC_ADD, &summed[i], &by, 0);
    } else { /* by compare and swap */
        long old, seen;
        upc_atomic_strict(domain, &old, UPC_GET, &summed[i], 0, 0);
        for (;; old = seen) {
            long wanted = old + by;
            upc_atomic_strict(domain, &seen, UPC_CSWAP, &summed[i], &old, &wanted);
            if (seen == old)
                break;
        }
    }
    own_summed[i] += by;
}

static void step(void)
{
    if (soak_own(2))
        count_under_lock();
    else
        add();
}

static void check(void)
{
    shared [] long *mine = (shared [] long *)&shares[(LOCKS + WORDS) * MYTHREAD];
    upc_memput(mine, own_locked, sizeof own_locked);
    upc_memput(mine + LOCKS, own_summed, sizeof own_summed);
    upc_barrier;
    for (int i = 0; i < LOCKS + WORDS; i++) {
        long sum = 0;
        for (int t = 0; t < THREADS; t++)
            sum += shares[(LOCKS + WORDS) * t + i];
        CHECK_EQ(i < LOCKS ? locked[i] : summed[i - LOCKS], sum);
    }
}

static void end(void)
{
    check();
    upc_barrier;
    for (int i = 0; i < LOCKS; i++)
        upc_all_lock_free(lock[i]);
    upc_all_atomicdomain_free(domain);
}

const struct soak_kind soak_counters = {start, step, check, end};
