/* The last thread computes for seconds without a call of the library, while the others access its
 * memory: none may wait for it. Each operation is repeated, and its time printed. */
#include <stdio.h>
#include <time.h>
#include <upc.h>
#include <upc_atomic.h>

enum { LARGE = 1 << 20, TIMES = 20 };
static const double limit = 3.0, idle = 6.0; /* seconds: one that waits takes what is left */

strict shared int flags[THREADS];
shared long counters[THREADS];
shared [LARGE] char large[THREADS][LARGE];
upc_lock_t *shared locks[THREADS];
upc_atomicdomain_t *domain;
static char buffer[LARGE];
static int slow;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void judge(const char *what, double begin)
{
    double took = seconds() - begin;
    if (MYTHREAD == 0)
        printf("%-20s %8.1f us\n", what, took / TIMES * 1e6);
    if (took < limit)
        return;
    fprintf(stderr, "thread %d: %d times %s took %.1f s: it waited for the target\n", MYTHREAD,
            TIMES, what, took);
    slow = 1;
}

#define MEASURE(what, operation)            \
    do {                                    \
        double begin = seconds();           \
        for (int i = 0; i < TIMES; i++) {   \
            operation;                      \
        }                                   \
        judge(what, begin);                 \
    } while (0)

static void access_all(int t)
{
    upc_lock_t *lock = locks[t];
    long one = 1, before;
    double begin = seconds();
    MEASURE("strict put", flags[t] = i);
    MEASURE("strict get", (void)flags[t]);
    MEASURE("relaxed put, fence", counters[t] = i; upc_fence);
    MEASURE("upc_memput, 1 MiB", upc_memput(&large[t][0], buffer, LARGE));
    MEASURE("upc_memget, 1 MiB", upc_memget(buffer, &large[t][0], LARGE));
    MEASURE("upc_memset", upc_memset(&large[t][0], i, LARGE));
    MEASURE("atomic", upc_atomic_relaxed(domain, &before, UPC_ADD, &counters[t], &one, 0));
    MEASURE("lock", upc_lock(lock); upc_unlock(lock));
    if (seconds() - begin >= idle) {
        fprintf(stderr, "the accesses took longer than the target computes: nothing is proved\n");
        slow = 1;
    }
}

int main(void)
{
    int last = THREADS - 1;
    domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD | UPC_GET | UPC_SET, 0);
    locks[MYTHREAD] = upc_global_lock_alloc();
    upc_barrier;
    if (MYTHREAD == last)
        for (double end = seconds() + idle; seconds() < end;)
            ;
    else
        access_all(last);
    if (slow)
        upc_global_exit(1);
    upc_barrier;
    if (MYTHREAD == 0)
        printf("ok\n");
    return 0;
}
