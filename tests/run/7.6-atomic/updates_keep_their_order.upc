// threads: 1 2 3 4 7
// Operations without the value before need not be waited for: those with it, of the same thread and
// on the same object, come after them all the same; a fence and a barrier end them for all threads.
#include <stdint.h>
#include "check.h"
#include <upc_atomic.h>

enum {
    ROUNDS = 200,
    OBJECTS = 3,
    OPS = UPC_ADD | UPC_SUB | UPC_XOR | UPC_OR | UPC_AND | UPC_INC | UPC_DEC | UPC_GET
};
shared uint64_t own[OBJECTS * THREADS];
shared uint64_t sums[THREADS];
shared double total;

static void in_order(upc_atomicdomain_t *domain, int object)
{
    shared uint64_t *at = &own[object * THREADS + (MYTHREAD + 1) % THREADS];
    uint64_t expected = 0, before;
    for (uint64_t i = 1; i <= ROUNDS; i++) {
        const uint64_t large = i << 32 | i, low = 0xff, most = ~UINT64_C(0x100);
        upc_atomic_relaxed(domain, NULL, UPC_ADD, at, &large, NULL);
        upc_atomic_relaxed(domain, NULL, UPC_XOR, at, &low, NULL);
        upc_atomic_relaxed(domain, NULL, UPC_INC, at, NULL, NULL);
        expected = ((expected + large) ^ low) + 1;
        if (i % 7 == 0) {
            upc_atomic_relaxed(domain, &before, UPC_OR, at, &low, NULL);
            CHECK(before == expected);
            expected |= low;
        }
        upc_atomic_relaxed(domain, NULL, UPC_AND, at, &most, NULL);
        upc_atomic_strict(domain, NULL, UPC_SUB, at, &i, NULL);
        expected = (expected & most) - i;
        upc_atomic_relaxed(domain, NULL, UPC_DEC, at, NULL, NULL);
        expected--;
        upc_atomic_relaxed(domain, &before, UPC_GET, at, NULL, NULL);
        CHECK(before == expected);
    }
}

int main(void)
{
    const uint64_t mine = (uint64_t)MYTHREAD + 1;
    const double half = 0.5;
    upc_atomicdomain_t *words = upc_all_atomicdomain_alloc(UPC_UINT64, OPS, 0);
    upc_atomicdomain_t *doubles = upc_all_atomicdomain_alloc(UPC_DOUBLE, UPC_ADD, 0);
    for (int object = 0; object < OBJECTS; object++)
        in_order(words, object);
    for (int i = 0; i < ROUNDS; i++) {
        for (int t = 0; t < THREADS; t++)
            upc_atomic_relaxed(words, NULL, UPC_ADD, &sums[t], &mine, NULL);
        upc_atomic_relaxed(doubles, NULL, UPC_ADD, &total, &half, NULL);
    }
    upc_barrier;
    CHECK_EQ(sums[MYTHREAD], (long)ROUNDS * THREADS * (THREADS + 1) / 2);
    CHECK_EQ(total * 2, ROUNDS * THREADS);
    upc_barrier;
    upc_all_atomicdomain_free(doubles);
    upc_all_atomicdomain_free(words);
    check_done();
}
