// threads: 1 2 3 4 7
// conformance: LANG-6.6.2-S6 LANG-6.4.2-S3
/* Own iterations of a cyclic affinity, and plain loops over a cyclic array, that access elements of
 * arrays in blocks too: what they compute is what the same body does where the affinity is a call,
 * and the counter's address is taken, so that each element is found by itself. */
#include "check.h"

enum { E = 48, B = 64 };
#define N (E * THREADS)

static shared double a[N];
static shared int c[2 * E * THREADS];
static shared [B] double b[4 * E * THREADS];
static shared [B + 3] short s[4 * E * THREADS];
static shared [3] int small[N];
static strict shared [B] long ordered[N];
static void *volatile known;

static void fill(void)
{
    upc_barrier;
    upc_forall (int i = 0; i < 4 * N; i++; upc_threadof(&b[i])) b[i] = i % 13;
    upc_forall (int i = 0; i < 4 * N; i++; upc_threadof(&s[i])) s[i] = (short)(i % 17);
    upc_forall (int i = 0; i < N; i++; upc_threadof(&a[i])) a[i] = i % 7, c[i] = i, c[N + i] = -i;
    upc_forall (int i = 0; i < N; i++; upc_threadof(&small[i])) small[i] = i % 5;
    upc_forall (int i = 0; i < N; i++; upc_threadof(&ordered[i])) ordered[i] = i;
    upc_barrier;
}

static unsigned long mix(unsigned long sum, long value)
{
    return (sum ^ (unsigned long)value) * 0x9e3779b97f4a7c15ul >> 1;
}

/* Collective: a digest of the thread's own elements. */
static unsigned long digest(void)
{
    unsigned long sum = 1;
    upc_barrier;
    upc_forall (int i = 0; i < N; i++; upc_threadof(&a[i]))
        sum = mix(mix(mix(sum, (long)(a[i] * 16)), c[i]), c[N + i]);
    upc_forall (int i = 0; i < 4 * N; i++; upc_threadof(&b[i])) sum = mix(sum, (long)(b[i] * 16));
    upc_forall (int i = 0; i < 4 * N; i++; upc_threadof(&s[i])) sum = mix(sum, s[i]);
    upc_forall (int i = 0; i < N; i++; upc_threadof(&small[i])) sum = mix(sum, small[i]);
    upc_forall (int i = 0; i < N; i++; upc_threadof(&ordered[i])) sum = mix(sum, ordered[i]);
    upc_barrier;
    return sum;
}

#define FORALL(init, test, step, ...)                                                     \
    {                                                                                     \
        unsigned long digests[2];                                                         \
        double sums[2] = {0, 0};                                                          \
        fill();                                                                           \
        {                                                                                 \
            double sum = 0;                                                               \
            upc_forall (int k = init; test; step; &a[k]) { __VA_ARGS__ }                  \
            sums[0] = sum;                                                                \
        }                                                                                 \
        digests[0] = digest();                                                            \
        fill();                                                                           \
        {                                                                                 \
            double sum = 0;                                                               \
            upc_forall (int k = init; test; step; upc_threadof(&a[k])) { __VA_ARGS__ }    \
            sums[1] = sum;                                                                \
        }                                                                                 \
        digests[1] = digest();                                                            \
        CHECK(digests[0] == digests[1]);                                                  \
        CHECK(sums[0] == sums[1]);                                                        \
    }
#define PLAIN(init, test, step, ...)                                                      \
    {                                                                                     \
        unsigned long digests[2];                                                         \
        int k;                                                                            \
        fill();                                                                           \
        if (MYTHREAD == THREADS - 1)                                                      \
            for (int k = init; test; step) { __VA_ARGS__ }                                \
        digests[0] = digest();                                                            \
        fill();                                                                           \
        known = &k;                                                                       \
        if (MYTHREAD == THREADS - 1)                                                      \
            for (k = init; test; step) { __VA_ARGS__ }                                    \
        digests[1] = digest();                                                            \
        CHECK(digests[0] == digests[1]);                                                  \
    }
#define BOTH(init, test, step, ...) \
    FORALL(init, test, step, __VA_ARGS__) PLAIN(init, test, step, __VA_ARGS__)

static void loops(int n, int d)
{
    BOTH(0, k < N, k++, a[k] += 2.0 * b[k];)
    BOTH(0, k < n, k++, a[k] = b[k + d] * s[k] + k;)
    BOTH(d, k <= n, k++, a[k] += b[k - d] + b[2 * k + 1];)
    BOTH(0, k < n, k++, b[k + d] = a[k]; s[k] += 1;)
    BOTH(0, k < n, k++, a[k] = b[k] + b[k + 1]; c[k] = s[3 * k];)
    BOTH(0, k < N, k++, if (k >= d) a[k] += b[k - d];)
    BOTH(0, k < N, k++, a[k] += small[k];)
    BOTH(0, k < N, k++, a[k] += ordered[k];)
    FORALL(0, k < N, k++, sum += a[k] * b[k];)
    FORALL(0, k < N, k += 2, a[k] += b[k] + s[k];)
    FORALL(n - 1, k >= 0, k--, a[k] += b[k];)
    FORALL(0, k < n, k++, if (a[k] > 5) continue; a[k] += b[k];)
}

int main(void)
{
    loops(N - 5, 3);
    loops(7, 40);
    loops(1, 0);
    check_done();
    return 0;
}
