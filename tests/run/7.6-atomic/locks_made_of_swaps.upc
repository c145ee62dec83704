// conformance: ATOM-7.6.4.3-S3 ATOM-7.6.4.3-S6 ATOM-7.6.4.3-S7 ATOM-7.6.2-S3
#include "check.h"
#include <upc_atomic.h>

shared int lock;
shared [] int data[3];
shared long tickets;

static upc_atomicdomain_t *domain;

static void acquire(void)
{
    int is_free = 0, taken = 1, old;
    do
        upc_atomic_strict(domain, &old, UPC_CSWAP, &lock, &is_free, &taken);
    while (old != 0);
}

static void release(void)
{
    int is_free = 0;
    upc_atomic_strict(domain, NULL, UPC_SET, &lock, &is_free, NULL);
}

int main(void)
{
    domain = upc_all_atomicdomain_alloc(UPC_INT, UPC_CSWAP | UPC_SET, 0);
    upc_atomicdomain_t *counting = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD, 0);
    for (int i = 0; i < 60; i++) {
        acquire();
        int n = data[0] + 1; /* relaxed accesses, ordered by the lock */
        CHECK(data[1] == n - 1 && data[2] == n - 1);
        data[0] = data[1] = data[2] = n;
        release();
        long one = 1;
        upc_atomic_relaxed(counting, NULL, UPC_ADD, &tickets, &one, NULL);
    }
    /* Nobody else swaps this: a compare and swap whose comparison holds must swap. */
    static shared int own[THREADS];
    for (int i = 0; i < 100; i++) {
        int old, next = i + 1;
        upc_atomic_relaxed(domain, &old, UPC_CSWAP, &own[MYTHREAD], &i, &next);
        CHECK_EQ(old, i);
    }
    upc_barrier;
    CHECK_EQ(data[0], 60 * THREADS);
    CHECK_EQ(tickets, 60 * THREADS);
    check_done();
    return 0;
}
