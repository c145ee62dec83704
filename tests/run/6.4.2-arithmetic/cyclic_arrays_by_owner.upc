// threads: 1 2 3 4
// modes: process pthreads mixed far
// conformance: LANG-6.4.2-S3
/* Loops over cyclic arrays whose iterations may be executed thread by thread, and similar loops
 * whose order shows. They compute the same as a loop with a counter whose address is taken. */
#include "check.h"

enum { E = 20 };
#define N (E * THREADS)
struct cell { short a; double x; };

static shared double a[N], b[2 * E * THREADS], m[3 * THREADS][E];
static shared int c[N];
static shared char text[N];
static shared struct cell cells[N];
static shared [5] double blocks[5 * E * THREADS];

static void fill(void)
{
    upc_barrier;
    for (int k = MYTHREAD; k < N; k += THREADS) {
        struct cell x = {(short)(k % 9), k * 3};
        a[k] = k * 7 % 11, b[k] = k % 5, b[N + k] = k % 3, c[k] = k ^ 5, cells[k] = x;
        blocks[k] = k % 13, text[k] = (char)(k % 17);
    }
    upc_forall (int i = 0; i < 3 * THREADS; i++; i)
        for (int k = 0; k < E; k++) m[i][k] = i - k;
    upc_barrier;
}

static unsigned long mix(unsigned long sum, long value)
{
    return (sum ^ (unsigned long)value) * 0x9e3779b97f4a7c15ul >> 1;
}

/* A digest of all arrays; every element is found by itself. */
static unsigned long digest(void)
{
    unsigned long sum = 1;
    volatile int i, k;
    for (k = 0; k < N; k++) {
        sum = mix(sum, (long)(a[k] + 3 * b[k] + 5 * b[N + k]) + 7 * c[k]);
        sum = mix(sum, (long)(cells[k].a + 2 * cells[k].x + blocks[k]) + 11 * text[k]);
    }
    for (i = 0; i < 3 * THREADS; i++)
        for (k = 0; k < E; k++) sum = mix(sum, (long)m[i][k]);
    return sum;
}

static void *volatile known;

#define SAME(T, start, test, step, ...)                                            \
    {                                                                              \
        unsigned long sums[2] = {1, 1}, digests[2] = {0, 0};                       \
        long lasts[2] = {0, 0};                                                    \
        fill();                                                                    \
        if (MYTHREAD == turn) {                                                    \
            double sum = 1;                                                        \
            T k;                                                                   \
            for (k = start; test; step) { __VA_ARGS__ }                            \
            sums[0] = mix(1, (long)sum), digests[0] = digest(), lasts[0] = k;      \
        }                                                                          \
        fill();                                                                    \
        if (MYTHREAD == turn) {                                                    \
            double sum = 1;                                                        \
            T k;                                                                   \
            known = &k;                                                            \
            for (k = start; test; step) { __VA_ARGS__ }                            \
            sums[1] = mix(1, (long)sum), digests[1] = digest(), lasts[1] = k;      \
        }                                                                          \
        CHECK(sums[0] == sums[1]);                                                 \
        CHECK(digests[0] == digests[1]);                                           \
        CHECK(lasts[0] == lasts[1]);                                               \
    }
#define UP(...) SAME(int, 0, k < N, k++, __VA_ARGS__)

/* Executed thread by thread. */
static void by_owner(int turn, int n, int i)
{
    UP(a[k] = 1;)
    UP(a[k] += 2.0 * b[k];)
    UP(b[2 * k + 1] = a[N - 1 - k] * i;)
    UP(c[k] = c[k] * k + i;)
    UP(text[k] = (char)(k * i);)
    UP(double t = a[k]; if (t > 5) a[k] = t * b[N + k];)
    UP(cells[k].x -= a[k] + a[0];)
    UP(if (k >= i) a[k] = b[k - i];)
    UP(if (k >= N / 2) b[k - N / 2] = c[k - N / 2 + 1] + k;)
    SAME(int, 0, k <= n, k++, a[k] += b[k + 1];)
    SAME(long, n % 4, k < n, k += 1, a[k] += b[k + n];)
    SAME(int, n, k < n, k++, a[k] += b[k];)
    SAME(int, n, k < 2 - n, k++, a[k] += b[k];)
    SAME(int, -3, k < N - 3, k++, a[k + 3] += b[k + 3];)
    SAME(int, 0, k < E, k++, m[i % (3 * THREADS)][k] += a[k];)
    for (int e = 0; e < 9; e++) UP(if (k < n - e) a[k] = b[k + e];)
}

/* In the order that is written. */
static void in_order(int turn, int n, int i)
{
    UP(sum = sum / 2 + a[k];)
    UP(if (k + 1 < N) a[k + 1] = a[k] + 1;)
    UP(if (a[k] > 9) break; a[k] = k;)
    UP(if (c[k] > 9) continue; a[k] = k;)
    UP(a[k] = k; n = k; i = (i + k) & 7;)
    UP(a[k] = b[c[k] % N];)
    UP(a[k] = blocks[k];)
    UP(blocks[k] = a[k];)
    UP(a[k] = b[k]; upc_fence;)
    UP(b[k] = a[k]; b[k + 1] = a[k];)
    SAME(int, N - 1, k >= 0, k--, a[k] += b[k];)
    SAME(unsigned, 0, k < (unsigned)N, k++, a[k] += b[k];)
}

int main(void)
{
    for (int turn = 0; turn < THREADS; turn += THREADS > 2 ? THREADS - 1 : 1)
        for (int n = 4; n <= N; n += N - 6) {
            by_owner(turn, n - 1, n % E);
            in_order(turn, n - 1, n % E);
        }
    check_done();
    return 0;
}
