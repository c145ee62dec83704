// threads: 1 2 3 4 8
// unchecked
// conformance: LANG-6.4.2-S3
/* Loops that access any elements of arrays in blocks, of which threads have one each or several;
 * loops that go through arrays until they find something; loops whose elements go round all
 * threads, or stay the same. They read and write the same as a loop with a counter whose address is
 * taken. */
#include "check.h"

#define B 37
#define N (B * THREADS)
#define M (6 * THREADS)
struct point { double x, y, z; };

static shared [B] long one[N];
static shared [B] char text[N];
static shared [B] struct point points[N];
static shared [3] int several[M][5];
static shared int cyclic[N];
static shared [B] int keys[N];
static shared int votes[THREADS];
/* Two rows in a block, and a row in each of several blocks. */
enum { W = 8 };
static shared [2 * W] char grid[2 * THREADS][W];
static shared [W] int lines[3 * THREADS][W];

static void fill(void)
{
    upc_barrier;
    upc_forall (int i = 0; i < N; i++; &one[i]) {
        struct point p = {i, 2 * i, -i};
        one[i] = i * 7, text[i] = (char)('a' + i % 3), points[i] = p, keys[i] = (i * 31 + 7) % N;
        cyclic[i] = 3 * i;
    }
    for (int i = MYTHREAD; i < M; i += THREADS)
        for (int j = 0; j < 5; j++)
            several[i][j] = i * 10 + j;
    upc_forall (int i = 0; i < 3 * THREADS; i++; &lines[i][0])
        for (int j = 0; j < W; j++)
            lines[i][j] = i * W + j;
    upc_forall (int i = 0; i < 2 * THREADS; i++; &grid[i][0])
        for (int j = 0; j < W; j++)
            grid[i][j] = (char)(i * W + j);
    votes[MYTHREAD] = MYTHREAD;
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
    volatile int i, j;
    for (i = 0; i < N; i++) {
        sum = mix(mix(sum, one[i]), text[i] + 5 * keys[i] + 11 * cyclic[i]);
        sum = mix(sum, (long)(points[i].x + 3 * points[i].y + 9 * points[i].z));
    }
    for (i = 0; i < M; i++)
        for (j = 0; j < 5; j++)
            sum = mix(sum, several[i][j] + votes[i % THREADS]);
    for (i = 0; i < 3 * THREADS; i++)
        for (j = 0; j < W; j++)
            sum = mix(sum, lines[i][j] + 3 * grid[i / 2][j]);
    return sum;
}

static unsigned next(unsigned *state)
{
    *state = *state * 1103515245u + 12345u;
    return *state >> 8;
}

static void *volatile known;

/* The loop over k with a counter of its own, and with one that is not the loop's alone. */
#define SAME(T, start, ...)                                                                        \
    {                                                                                              \
        unsigned long sums[2] = {1, 1}, digests[2] = {0, 0};                                       \
        fill();                                                                                    \
        if (MYTHREAD == turn) {                                                                    \
            unsigned long sum = 1;                                                                 \
            unsigned r = 5;                                                                        \
            T k = start;                                                                           \
            __VA_ARGS__;                                                                           \
            sums[0] = mix(sum, r + k), digests[0] = digest();                                      \
        }                                                                                          \
        fill();                                                                                    \
        if (MYTHREAD == turn) {                                                                    \
            unsigned long sum = 1;                                                                 \
            unsigned r = 5;                                                                        \
            T k = start;                                                                           \
            known = &k;                                                                            \
            __VA_ARGS__;                                                                           \
            sums[1] = mix(sum, r + k), digests[1] = digest();                                      \
        }                                                                                          \
        CHECK(sums[0] == sums[1]);                                                                 \
        CHECK(digests[0] == digests[1]);                                                           \
    }
#define ANY (int)(next(&r) % (unsigned)N)
#define FOR(n) for (k = 0; k < (n); k++)

static void updates(int turn)
{
    SAME(int, 0, FOR(60) one[ANY] ^= r)
    SAME(int, 0, FOR(60) { one[ANY] += k; text[ANY]++; --keys[ANY]; })
    SAME(int, 0, FOR(60) { points[ANY].y -= k; sum = mix(sum, (long)points[ANY].z); })
    SAME(int, 0, FOR(60) { struct point p = points[ANY]; p.x++; points[ANY] = p; })
    SAME(int, 0, FOR(60) { int to = ANY, from = ANY; points[to] = points[from]; })
    SAME(int, 0, FOR(60) { int to = ANY; several[to % M][to % 5] += several[k % M][k % 5]; })
    SAME(int, 0, FOR(60) votes[ANY % THREADS] += k)
    SAME(int, 0, FOR(N) one[N - 1 - k] += one[k] + cyclic[ANY])
    SAME(int, 0, FOR(N) { if (one[ANY] % 5 == 2) continue; one[ANY]++; upc_fence; })
}

static void scans(int turn)
{
    SAME(int, 0, while (k < N && text[k] != 'c') k++)
    SAME(int, N - 1, while (k > 0 && text[k] != 'b') k--)
    SAME(int, 0, for (; k < N - 1 && one[k + 1] < 50; k++) sum = mix(sum, one[ANY]))
    SAME(int, 0, while (k < N && one[k] >= 0) { one[k] = -1; sum++; k++; })
    SAME(int, 0, while (cyclic[k] < 30 && k < N - 4) k += 2)
    SAME(int, 0, while (k < N && text[k] == text[0]) k += 3)
}

static void rounds(int turn)
{
    shared int *p = &cyclic[N / 3];
    SAME(int, 0, FOR(N) sum = mix(sum, cyclic[k]))
    SAME(int, 0, FOR(N - 5) cyclic[k + 5] = cyclic[k] + 1)
    SAME(int, 0, FOR(N - 5) cyclic[k] = cyclic[k + 5] + 1)
    SAME(int, 0, FOR(N) { cyclic[k] ^= k; if (k % 3) continue; one[k] += cyclic[k]; })
    SAME(int, 0, FOR(N / 4) sum = mix(sum, p[k] - p[-k] + one[k]))
    SAME(int, 0, FOR(N / 3) cyclic[3 * k] += cyclic[k])
    SAME(int, N - 1, for (; k >= 0; k--) cyclic[k] += cyclic[N - 1 - k])
    SAME(long, 1, for (; k <= N - 2; k += 5) { cyclic[k]--; sum = mix(sum, cyclic[k + 1]); })
    SAME(int, 0, FOR(N - 2) { cyclic[k + 1] += cyclic[k] + cyclic[k + 2]; votes[0]++; })
}

static void still(int turn)
{
    int s = N / 2, t = N - 1;
    shared [B] long *p = &one[s];
    SAME(int, 0, FOR(N) one[s] += keys[k])
    SAME(int, 0, FOR(N) one[s] += one[k])
    SAME(int, 0, FOR(N) { cyclic[t] ^= k; if (keys[k] % 7 == 3) cyclic[t] += keys[k]; })
    SAME(int, 0, FOR(N) { if (keys[k] > N) one[s + N] = 1; several[s % M][4] += k; })
    SAME(int, 0, FOR(N) { one[s] = keys[k]; sum = mix(sum, p[0]); })
    SAME(int, 0, FOR(N) { points[s].x += keys[k]; sum = mix(sum, (long)points[t].y); })
    SAME(int, 0, FOR(N) { one[t] -= keys[k]; upc_fence; one[t] += one[s]; })
    SAME(int, 0, FOR(N) { long *q = &sum == 0 ? 0 : (long *)&sum; *q += one[s]; one[s]++; })
}

/* Rows that lie in a block: subscripts that stay in theirs, and one that may not. */
static void in_rows(int turn)
{
    SAME(int, 0, FOR(60) grid[ANY % (2 * THREADS)][(k + W - 1) % W] += k)
    SAME(int, 0, FOR(W) { int left = (k + W - 1) % W; grid[0][k] ^= grid[2 * THREADS - 1][left]; })
    SAME(int, 0, FOR(W - 1) sum = mix(sum, grid[ANY % (2 * THREADS)][k + 1] - lines[THREADS][k]))
    SAME(int, 0, FOR(60) lines[ANY % (3 * THREADS)][ANY & (W - 1)] += lines[k % 3][k % W])
    SAME(int, 1, for (; k < 2 * THREADS; k++) sum = mix(sum, grid[k % THREADS][W + 1 - k % 3]))
}

/* Own iterations. */
static void own(void)
{
    long sum = 0, wrong = 0;
    fill();
    upc_forall (int i = 0; i < N; i++; &one[i])
        one[i] = keys[(i * 5 + 3) % N];
    upc_forall (int i = 0; i < N; i++; &one[i])
        sum += one[i] - ((long)((i * 5 + 3) % N) * 31 + 7) % N;
    CHECK_EQ(sum, 0);
    upc_barrier;
    upc_forall (int i = 0; i < N; i++; i)
        cyclic[i] += several[i % M][i % 5];
    upc_barrier;
    for (volatile int i = 0; i < N; i++)
        wrong += cyclic[i] != 3 * i + i % M * 10 + i % 5;
    CHECK_EQ(wrong, 0);
}

/* A far row of structures is fetched, or put, as a whole. */
static void rows(int turn)
{
    SAME(int, 0, FOR(N) { struct point p = {k, k, k}; points[k] = p; })
    SAME(int, 0, FOR(N) { struct point p = points[k]; sum = mix(sum, (long)(p.x + p.y)); })
}

int main(void)
{
    for (int turn = 0; turn < THREADS; turn += THREADS > 1 ? THREADS - 1 : 1) {
        updates(turn);
        scans(turn);
        rounds(turn);
        still(turn);
        in_rows(turn);
        rows(turn);
    }
    own();
    check_done();
    return 0;
}
