// threads: 1 2 3 4 7
// unchecked
// cflags: -Wno-upc-forall-exit
// conformance: LANG-6.6.2-S3
/* Loops whose step is a variable, or leads through blocks that it does not divide: what they
 * compute, and the counter after them, is what the same body does where the affinity is a call, so
 * that each iteration is tested. */
#include "check.h"

#include <limits.h>

enum { B = 5, N = 12 * B };

static shared int cyclic[N * THREADS];
static shared [B] int blocked[N * THREADS];
static shared [N] char large[N * THREADS];
static shared [2 * B] short pairs[N * THREADS][2];
static shared [] long single[N];
static shared [B] int other[N * THREADS];
static shared int executed[THREADS];

static void fill(void)
{
    upc_barrier;
    executed[MYTHREAD] = 0;
    upc_forall (int i = 0; i < N * THREADS; i++; upc_threadof(&blocked[i])) {
        cyclic[i] = i % 13, blocked[i] = i % 11, large[i] = i % 7, other[i] = i;
        pairs[i][0] = i % 5, pairs[i][1] = i % 3;
    }
    if (MYTHREAD == 0) for (int i = 0; i < N; i++) single[i] = i;
    upc_barrier;
}

static long sum(void)
{
    long s = 0;
    upc_barrier;
    for (int i = 0; i < N * THREADS; i++)
        s = (s * 31 + cyclic[i] + 2 * blocked[i] + 3 * large[i] + 5 * pairs[i][0] + 7 * pairs[i][1]
             + single[i % N] + other[i]) % 1000003;
    upc_barrier;
    return s * 1000 + executed[MYTHREAD];
}

/* The loop by the affinity, and by its thread's number. */
#define SAME(init, cond, step, affinity, ...)                                                      \
    do {                                                                                           \
        long by_place, by_number;                                                                  \
        fill();                                                                                    \
        upc_forall (init; cond; step; &(affinity)) { executed[MYTHREAD]++; __VA_ARGS__ }           \
        by_place = sum();                                                                          \
        fill();                                                                                    \
        upc_forall (init; cond; step; upc_threadof(&(affinity)))                                   \
            { executed[MYTHREAD]++; __VA_ARGS__ }                                                  \
        by_number = sum();                                                                         \
        CHECK_EQ(by_place, by_number);                                                             \
    } while (0)

static void by_steps(int s, int n)
{
    SAME(int i = s, i < n, i += s, cyclic[i], cyclic[i] = 3 * i;);
    SAME(int i = 3, i <= n - 1, i = i + s, blocked[i], blocked[i] += i; other[i]++;);
    SAME(long i = n - 1, i >= 0, i -= s, blocked[i], blocked[i] += 2; cyclic[i] -= 5;);
    SAME(int i = n - 1, i > 2, i -= s, cyclic[i], cyclic[i] = i % 3; large[i]++;);
    SAME(int i = 1, i < n, i += s, large[i], if (i % 3) continue; large[i] = i;);
    SAME(int i = 2, i < n, i += s, pairs[i][0], pairs[i][0]++; pairs[i][1] = i;);
    SAME(int i = 0, 2 * i < n, i += s, blocked[2 * i], blocked[2 * i]++;);
    SAME(int i = 0, i < n / 2, i += s, blocked[2 * i + 1], blocked[2 * i + 1] -= i;);
    SAME(int i = 0, i < n, i += s, blocked[n - 1 - i], blocked[n - 1 - i] = i;);
    SAME(int i = 0, i < n, i += s, cyclic[n - 1 - i], cyclic[n - 1 - i] += i;);
    SAME(int i = 0, i < n, i += 2 * s - 1, blocked[i], blocked[i] += i;);
    SAME(int i = 0, i < N, i += s, single[i], single[i] -= i;);
    upc_barrier;
}

static void by_constants(int n)
{
    SAME(int i = 1, i < n, i += 3, blocked[i], blocked[i] += i; other[i] -= 2;);
    SAME(int i = n - 1, i >= 0, i -= 7, blocked[i], blocked[i] += i;);
    SAME(int i = 0, i < n / 4, i++, blocked[4 * i + 2], blocked[4 * i + 2] += i;);
    SAME(int i = 0, i < n, i += 70000, cyclic[i], cyclic[i] += i;);
}

/* The value of the counter after the loop, for each thread. */
static void counters(int s, int n)
{
    int i, j;
    long k, l;
    upc_forall (i = 2; i < n; i += s; &blocked[i]) blocked[i] = i;
    for (j = 2; j < n; j += s) ;
    CHECK_EQ(i, j);
    upc_forall (k = n - 1; k >= 1; k -= s; &cyclic[k]) cyclic[k] = k;
    for (l = n - 1; l >= 1; l -= s) ;
    CHECK_EQ(k, l);
    upc_forall (i = n; i <= n - 1; i += s; &blocked[i]) blocked[i] = i;
    CHECK_EQ(i, n);
}

/* The iterations that each thread executes of a loop by numbers. */
static int own(long first, long limit, long step)
{
    int times = 0;
    upc_forall (long i = first; i <= limit; i += step; i) {
        CHECK_EQ((int)(i % THREADS), MYTHREAD);
        times++;
    }
    return times;
}

static int tested(long first, long limit, long step)
{
    int times = 0;
    for (long i = first; i <= limit; i += step) times += i % THREADS == MYTHREAD;
    return times;
}

/* Steps that are not positive, too large, or lead behind the last number. */
static void unusual(int zero, int n)
{
    int times = 0;
    if (THREADS == 1) {
        upc_forall (int i = 0; i < n; i += zero; &blocked[0])
            if (++times == 5) break;
        CHECK_EQ(times, 5);
    }
    upc_forall (int i = 0; i > n; i += zero; &cyclic[i]) times = -1;
    upc_forall (int i = N - 1; i > n; i -= zero - 1; &cyclic[i]) times = -1;
    upc_forall (int i = n; i < n; i += zero; &blocked[i]) blocked[i] = times = -1;
    CHECK(times >= 0);
    for (long step = 1; step < 70; step = 2 * step + 1) {
        long last = LONG_MAX - step, first = last - 50 * step - 1;
        CHECK_EQ(own(first, last, step), tested(first, last, step));
    }
    long steps[] = {(1l << 61) - 1, 1l << 61, (1l << 61) + 3, LONG_MAX / 3};
    for (int k = 0; k < 4; k++)
        CHECK_EQ(own(0, LONG_MAX - steps[k], steps[k]), tested(0, LONG_MAX - steps[k], steps[k]));
    for (long step = (1l << 31) - 2; step < (1l << 31) + 2; step++)
        CHECK_EQ(own(5, 1l << 38, step), tested(5, 1l << 38, step));
    CHECK_EQ(own(1, 0, 0), 0);
    CHECK_EQ(own(3, 2, -1), 0);
}

/* In the extent of a controlling loop all iterations are executed. */
static void nested(int s)
{
    int times = 0, all = 0;
    upc_forall (int t = 0; t < THREADS; t++; t)
        upc_forall (int i = 1; i < N; i += s; &blocked[i]) times += i;
    for (int i = 1; i < N; i += s) all += i;
    CHECK_EQ(times, all);
}

int main(void)
{
    for (int s = 1; s < 3 * B; s++) {
        by_steps(s, N * THREADS);
        counters(s, N * THREADS - 1);
        nested(s);
    }
    by_steps(7 * THREADS, N * THREADS);
    by_steps(B * THREADS, N * THREADS);
    by_steps(B * THREADS + 1, N * THREADS);
    by_steps(2 * B * THREADS - 1, N * THREADS);
    by_constants(N * THREADS);
    unusual(THREADS - THREADS, N);
    check_done();
    return 0;
}
