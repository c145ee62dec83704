// threads: 2 3 4 8
// modes: process pthreads mixed far
// static-only
// conformance: LANG-6.4.2-S3
/* Loops over the columns of cyclic matrices, whose iterations may be executed thread by thread, and
 * similar loops whose order shows. They compute the same as a loop with a counter whose address is
 * taken. */
#include "check.h"

enum { N = 9, M = 5 * THREADS };
struct cell { int a; double x; };

static shared double b[N][M], wide[N][2 * M];
static shared int small[N][M + THREADS];
static shared struct cell cells[N][M];
static shared double cyclic[3 * M];
static shared [M] double c[N][M];
static shared [] double one[M];
static shared double odd[N][M + 1];
static int order[N];

static void fill(void)
{
    upc_barrier;
    upc_forall (int i = 0; i < N; i++; i) {
        for (int k = 0; k < M; k++) {
            struct cell x = {i - k, i * 2 + k};
            b[i][k] = i * 7 + k % 11, small[i][k] = i ^ k, cells[i][k] = x, odd[i][k] = i + k;
            wide[i][k] = i - k, wide[i][M + k] = i + 3 * k, c[i][k] = -1;
        }
        order[i] = i;
    }
    for (int k = MYTHREAD; k < M; k += THREADS)
        cyclic[k] = cyclic[M + k] = cyclic[2 * M + k] = one[k] = k;
    for (int i = 0; i < N; i++)
        order[i] = (i * 4 + 1) % N;
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
    for (k = 0; k < M; k++) {
        sum = mix(sum, (long)(cyclic[k] + 3 * cyclic[M + k] + 5 * cyclic[2 * M + k]));
        sum = mix(sum, (long)one[k]);
        for (i = 0; i < N; i++) {
            sum = mix(mix(sum, (long)(b[i][k] + 3 * c[i][k])), small[i][k] + cells[i][k].a);
            sum = mix(sum, (long)(wide[i][k] + 2 * wide[i][M + k] + odd[i][k]));
        }
    }
    return sum;
}

static void *volatile known;

#define SAME(T, start, test, step, ...)                       \
    {                                                         \
        unsigned long sums[2] = {1, 1}, digests[2] = {0, 0};  \
        fill();                                               \
        if (MYTHREAD == turn) {                               \
            double sum = 1;                                   \
            for (T k = start; test; step) { __VA_ARGS__ }     \
            sums[0] = mix(1, (long)sum), digests[0] = digest(); \
        }                                                     \
        fill();                                               \
        if (MYTHREAD == turn) {                               \
            double sum = 1;                                   \
            T k;                                              \
            known = &k;                                       \
            for (k = start; test; step) { __VA_ARGS__ }       \
            sums[1] = mix(1, (long)sum), digests[1] = digest(); \
        }                                                     \
        CHECK(sums[0] == sums[1]);                            \
        CHECK(digests[0] == digests[1]);                      \
    }
#define UP(...) SAME(int, 0, k < M, k++, __VA_ARGS__)
#define SUM(x) double t = 0; for (int l = 0; l < N; l++) t += x;

/* Executed thread by thread. */
static void by_owner(int turn, int n, int i)
{
    UP(SUM(b[l][k]) cyclic[k] = t;)
    UP(SUM(b[l][k] * c[i][l]) wide[i][k] = t;)
    UP(SUM(b[l][k]) c[i][k] = t;)
    UP(SUM(b[l][k]) one[k] = t;)
    UP(SUM(b[order[l]][k] + b[N - 1 - l][M - 1 - k]) cyclic[2 * k + 1] = t;)
    UP(SUM(small[l][k + THREADS - 1] + small[l][k]) cyclic[k] += t;)
    UP(SUM(cells[l][k].x - cells[l][0].a) cyclic[k + M] = t;)
    UP(SUM(wide[l][2 * k + 1]) cyclic[k] = t; one[k] = t * 2;)
    UP(for (int l = 0; l < N; l++) b[l][k] = k * l;)
    UP(for (int l = 0; l < N; l++) { b[l][k] += 2; b[l][k] *= small[l][k]; })
    SAME(int, 3, k <= n, k++, SUM(b[l][k]) cyclic[k] = t;)
    SAME(long, n % 4, k < n, k += 1, SUM(b[l][k]) cyclic[k] = t;)
    SAME(int, n, k < n, k++, SUM(b[l][k]) cyclic[k] = t;)
    SAME(int, n, k < 2 - n, k++, SUM(b[l][k]) cyclic[k] = t;)
    SAME(int, -1, k < M - 1, k++, SUM(b[l][k + 1]) cyclic[k + 1] = t;)
}

/* In the order that is written. */
static void in_order(int turn, int n, int i)
{
    UP(SUM(b[l][k]) sum = sum / 2 + t;)
    UP(SUM(b[l][k]) cyclic[k + 1] = cyclic[k] + t;)
    UP(SUM(b[l][k]) if (t > 200) break; cyclic[k] = t;)
    UP(SUM(b[l][k]) if (t > 100) continue; cyclic[k] = t;)
    UP(SUM(b[l][k]) cyclic[k] = t; n = k; i = (i + k) & 7;)
    UP(SUM(odd[l][k]) cyclic[k] = t;)
    UP(SUM(b[l][k * l % M]) cyclic[k] = t;)
    UP(SUM(b[l][k]) cyclic[k] = t; upc_fence;)
    UP(for (int l = 0; l < N - 1; l++) b[l + 1][k] = b[l][k] + 1;)
}

int main(void)
{
    for (int turn = 0; turn < THREADS; turn += THREADS > 2 ? THREADS - 1 : 1)
        for (int n = 4; n <= M; n += M - 6) {
            by_owner(turn, n - 1, n % N);
            in_order(turn, n - 1, n % N);
        }
    check_done();
    return 0;
}
