// threads: 1 2 3 4
// conformance: LANG-6.4.2-S3
/* Loops over elements whose subscripts are remainders: what they compute is what a loop with a
 * counter whose address is taken does, in which each element is found by itself. */
#include "check.h"

enum { B = 32, MOST = 4 };
#define N (3 * B * THREADS)

static shared [B] int ring[N], next[N];
static shared [B] double wide[4][B * THREADS];
static shared int cyclic[N];
static shared [] short one[3 * B * MOST];
static void *volatile known;
static volatile int three = 3, zero;

static void fill(void)
{
    upc_barrier;
    upc_forall (int i = 0; i < N; i++; upc_threadof(&ring[i])) ring[i] = i * 7 % 23, next[i] = -i;
    upc_forall (int i = 0; i < N; i++; i) cyclic[i] = i * 5 % 19;
    if (MYTHREAD == 0)
        for (int i = 0; i < N; i++) one[i] = (short)(i % 29);
    for (int i = 0; i < 4; i++)
        upc_forall (int j = 0; j < B * THREADS; j++; upc_threadof(&wide[i][j])) wide[i][j] = i * j;
    upc_barrier;
}

static unsigned long mix(unsigned long sum, long value)
{
    return (sum ^ (unsigned long)value) * 0x9e3779b97f4a7c15ul >> 1;
}

/* Every element is found by itself. */
static unsigned long digest(void)
{
    unsigned long sum = 1;
    volatile int i, j;
    for (i = 0; i < N; i++)
        sum = mix(sum, ring[i] + 3l * next[i] + 5l * cyclic[i] + 7 * one[i]);
    for (i = 0; i < 4; i++)
        for (j = 0; j < B * THREADS; j++) sum = mix(sum, (long)wide[i][j]);
    return sum;
}

#define SAME(T, start, test, step, ...)                      \
    {                                                        \
        unsigned long sums[2] = {1, 1}, digests[2] = {0, 0}; \
        fill();                                              \
        if (MYTHREAD == turn) {                              \
            double sum = 1;                                  \
            for (T k = start; test; step) { __VA_ARGS__ }    \
            sums[0] = mix(1, (long)sum), digests[0] = digest(); \
        }                                                    \
        fill();                                              \
        if (MYTHREAD == turn) {                              \
            double sum = 1;                                  \
            T k;                                             \
            known = &k;                                      \
            for (k = start; test; step) { __VA_ARGS__ }      \
            sums[1] = mix(1, (long)sum), digests[1] = digest(); \
        }                                                    \
        CHECK(sums[0] == sums[1]);                           \
        CHECK(digests[0] == digests[1]);                     \
    }
#define UP(...) SAME(int, 0, k < N, k++, __VA_ARGS__)

static void loops(int turn, int n, long d)
{
    UP(next[k] = 4 * ring[(k + N - 1) % N] + 2 * ring[k] + ring[(k + 1) % N];)
    UP(next[k] = ring[(k + n) % n] - ring[(k + d) % n];)
    UP(sum += ring[(2 * k + 1) % N] * one[(k + 5) % n];)
    UP(next[(k + 40) % N] = k;)
    UP(next[k % n] += k;)
    UP(next[(N - k) % N] = ring[k];)
    UP(sum += cyclic[(k + 3) % N] * cyclic[k % n];)
    UP(sum += ring[k % three];)
    UP(if (k > 9) sum += ring[(k - 9) % n];)
    UP(sum += ring[(k + 1) % n]; if (sum > 300) break;)
    UP(int other = n + k % 2; next[k] = ring[k % other];)
    UP(for (int r = 0; r < 4; r++) wide[r][k % (B * THREADS)] += ring[(k + r) % N];)
    SAME(long, 0, k < N, k++, next[k] = ring[(k + d) % N];)
    SAME(unsigned long, 0, k < (unsigned long)N, k++, next[k] = ring[(k + 7) % N];)
    SAME(unsigned, 0, k < (unsigned)N, k++, next[k] = ring[(k - 1u) % (unsigned)N];)
    SAME(int, N - 1, k >= 0, k--, next[k] = ring[(k + 11) % N];)
    SAME(int, 0, k < N, k += 3, next[k] = ring[(k + 2) % n];)
    SAME(int, -20, k < 0, k++, next[-k] = ring[-(k % n)];)
    SAME(int, -20, k < 20, k++, next[k + 20] = ring[20 + k % 20];)
    for (int r = 0; r < 4; r++)
        SAME(int, 0, k < B * THREADS, k++,
             wide[r][k] += wide[(r + 1) % 4][(k + 1) % (B * THREADS)];)
}

int main(void)
{
    for (int turn = 0; turn < THREADS; turn += THREADS > 2 ? THREADS - 1 : 1) {
        loops(turn, N, 5);
        loops(turn, N - 7, 60);
        loops(turn, 5 + zero, 2);
    }
    check_done();
    return 0;
}
