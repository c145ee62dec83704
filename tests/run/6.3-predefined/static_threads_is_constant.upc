// conformance: LANG-6.3.1-S2 LANG-6.7.2-S4 LANG-6.7.2-S5 LANG-6.5.2.1-S3
// static-only
#include "check.h"

#if THREADS < 1 || !defined __UPC_STATIC_THREADS__ || defined __UPC_DYNAMIC_THREADS__ || \
    !defined THREADS
#error this is the static environment
#endif

enum { COUNT = THREADS };
int per_thread[THREADS];
static int table[2][THREADS * THREADS + 1];
shared int no_factor[10];
shared [5] int plane[THREADS + 1][THREADS];
shared [THREADS] int by_threads[THREADS * THREADS];
shared [] int indefinite[THREADS];

int main(void)
{
    switch (MYTHREAD + 1) {
    case THREADS: CHECK_EQ(MYTHREAD, COUNT - 1); break;
    }
    per_thread[MYTHREAD] = 1;
    CHECK_EQ(sizeof table, 2 * sizeof(int) * (THREADS * THREADS + 1));
    CHECK_EQ(sizeof no_factor, 10 * sizeof(int));
    CHECK_EQ(sizeof plane, (THREADS + 1) * THREADS * sizeof(int));
    CHECK_EQ(upc_blocksizeof(by_threads), THREADS);
    for (int i = 0; i < 10; i++)
        CHECK_EQ(upc_threadof(&no_factor[i]), i % THREADS);
    for (int i = 0; i <= THREADS; i++)
        for (int j = 0; j < THREADS; j++)
            CHECK_EQ(upc_threadof(&plane[i][j]), (i * THREADS + j) / 5 % THREADS);
    for (int i = 0; i < THREADS * THREADS; i++)
        CHECK_EQ(upc_threadof(&by_threads[i]), i / THREADS);
    CHECK_EQ(upc_threadof(&indefinite[THREADS - 1]), 0);
    check_done();
    return 0;
}
