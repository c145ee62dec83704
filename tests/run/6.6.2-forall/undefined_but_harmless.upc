// conformance: LANG-6.6.2-U1 LANG-6.6.2-U2 LANG-6.6.2-U3
// unchecked
#include "check.h"

shared int done[THREADS], order;

/* Negative affinities: the non-negative remainder. */
static void negative(void)
{
    int mine = 0;
    upc_forall (int i = -5 * THREADS; i < 0; i++; i) {
        mine++;
        CHECK_EQ((i + 5 * THREADS) % THREADS, MYTHREAD);
    }
    CHECK_EQ(mine, 5);
}

/* Conditions and affinities that differ from thread to thread. */
static void not_single_valued(void)
{
    int n = 0;
    upc_forall (int i = MYTHREAD; i < 2 * THREADS + MYTHREAD; i++; MYTHREAD)
        n++;
    CHECK_EQ(n, 2 * THREADS);
}

/* One iteration writes what others read: some value is read. */
static void dependent(void)
{
    upc_forall (int i = 0; i < 4 * THREADS; i++; i) {
        order = order + 1;
        done[i % THREADS] += order > 0;
    }
    CHECK_EQ(done[MYTHREAD], 4);
}

int main(void)
{
    negative();
    not_single_valued();
    dependent();
    check_done();
    return 0;
}
