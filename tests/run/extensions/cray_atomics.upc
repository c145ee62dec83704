// Atomics of <upc_cray.h> on pointers of every block size, and through macros that name them.
#include "check.h"
#include <upc_cray.h>
#include <upc_relaxed.h>

#define FETCH_ADD _amo_afadd_upc
#define COMPARE_SWAP _amo_acswap_upc

typedef shared[] int64_t *links;
struct node {
    int payload;
    int64_t next;
};
static shared int64_t sum;
static shared[3] int64_t a[3 * THREADS];
static shared struct node head;
static shared strict int64_t largest;

int main(void)
{
    int64_t before = FETCH_ADD(&sum, MYTHREAD + 1);
    CHECK(before >= 0 && before <= (int64_t)THREADS * (THREADS + 1) / 2);
    for (int i = 0; i < 3 * THREADS; i++)
        _amo_aadd_upc(&a[i], -i);
    links row = (links)&a[3 * ((MYTHREAD + 1) % THREADS)];
    FETCH_ADD(row + 1, 1L << 40);
    for (long seen = head.next; seen < 5 * THREADS;) {
        long found = COMPARE_SWAP(&head.next, seen, seen + 5);
        seen = found == seen ? 5 * THREADS : found;
    }
    for (long seen = largest, found; seen < MYTHREAD; seen = found)
        if ((found = COMPARE_SWAP(&largest, seen, MYTHREAD)) == seen)
            break;
    upc_barrier;
    CHECK_EQ(sum, (int64_t)THREADS * (THREADS + 1) / 2);
    CHECK_EQ(head.next, 5 * THREADS);
    CHECK_EQ(largest, THREADS - 1);
    for (int i = 0; i < 3 * THREADS; i++)
        CHECK_EQ(a[i], -(int64_t)i * THREADS + (i % 3 == 1 ? 1L << 40 : 0));
    upc_barrier;
    if (MYTHREAD == THREADS - 1) {
        CHECK_EQ(COMPARE_SWAP(&sum, -1, 7), (int64_t)THREADS * (THREADS + 1) / 2);
        CHECK_EQ(FETCH_ADD(&sum, 0), (int64_t)THREADS * (THREADS + 1) / 2);
    }
    check_done();
    return 0;
}
