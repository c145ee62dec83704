// threads: 1 2 3 4
// unchecked
// conformance: LANG-6.4.2-S4
/* Loops along elements of one block: where their iterations stay in all blocks, places are found by
 * adding bytes. They do the same as a loop with a counter whose address is taken, where each
 * element is found by itself. */
#include <limits.h>
#include <stddef.h>

#include "check.h"

#define N 24
#define M 3
#define ROWS (M * THREADS)
struct cell { char tag; unsigned low : 3, high : 9; int v[3]; double at; };

static shared [N] long a[ROWS][N], b[ROWS][N];
static shared [M * N] float bands[ROWS][N];
static shared [N / 2] short halves[ROWS][N];
static shared [5] int odd[ROWS][N];
static shared char cyclic[ROWS][N];
static shared [N] struct cell cells[ROWS][N];
static shared [N] long *shared [N] links[ROWS][N];
static strict shared [N] int ordered[ROWS][N];
static shared [] long *shared lists[THREADS];

static int mine(int i) { return upc_threadof(&a[i][0]) == MYTHREAD; }

static void fill(void)
{
    upc_barrier;
    for (int i = MYTHREAD; i < ROWS; i += THREADS)
        for (int j = 0; j < N; j++) {
            struct cell c = {
                (char)i, (unsigned)j % 8, (unsigned)i * 3 % 500, {i, j, i - j}, i + 0.5 * j};
            a[i][j] = i * 31 + j, b[i][j] = i - 3 * j, bands[i][j] = (float)(i + j),
            halves[i][j] = (short)(i - j);
            odd[i][j] = i * j, cyclic[i][j] = (char)(i * 5 + j), cells[i][j] = c,
            ordered[i][j] = i + j;
            links[i][j] = &b[(i + 1) % ROWS][j];
        }
    for (int j = 0; j < N; j++)
        lists[MYTHREAD][j] = j * j + MYTHREAD;
    upc_barrier;
}

static unsigned long mix(unsigned long sum, long value)
{
    return (sum ^ (unsigned long)value) * 0x9e3779b97f4a7c15ul >> 1;
}

/* Collective: a digest of the thread's rows. */
static unsigned long digest(void)
{
    unsigned long sum = 1;
    upc_barrier;
    for (int i = MYTHREAD; i < ROWS; i += THREADS)
        for (int j = 0; j < N; j++) {
            sum = mix(mix(mix(sum, a[i][j]), b[i][j]), (long)(bands[i][j] * 4) + halves[i][j]);
            sum = mix(mix(sum, odd[i][j] * 7 + cyclic[i][j]), ordered[i][j]);
            sum = mix(sum, cells[i][j].tag + cells[i][j].low * 10 + cells[i][j].high * 100 +
                               (long)(cells[i][j].at * 2));
            sum = mix(sum, cells[i][j].v[0] + 3 * cells[i][j].v[1] + 5 * cells[i][j].v[2]);
            sum = mix(sum, (long)upc_threadof(links[i][j]) * 100 + (long)upc_phaseof(links[i][j]));
        }
    for (int j = 0; j < N; j++)
        sum = mix(sum, lists[MYTHREAD][j]);
    upc_barrier;
    return sum;
}

static void *volatile known;
static volatile long side, after;
static int columns = N;

/* A loop over j in each own row i, with a counter of its own, with one that is read afterwards, and
 * with one that is not the loop's alone. */
#define LOOP(T, start, test, step, ...)                           \
    {                                                             \
        unsigned long got[2], want;                               \
        long got_side[2], got_after;                              \
        fill();                                                   \
        side = 0;                                                 \
        upc_forall (int i = 1; i < ROWS - 1; i++; &a[i][0])       \
            for (T j = (start); test; step) __VA_ARGS__           \
        got_side[0] = side, got[0] = digest();                    \
        fill();                                                   \
        side = after = 0;                                         \
        for (int i = 1; i < ROWS - 1; i++) {                      \
            T j;                                                  \
            if (!mine(i)) continue;                               \
            for (j = (start); test; step) __VA_ARGS__             \
            after += (long)j;                                     \
        }                                                         \
        got_after = after, got_side[1] = side, got[1] = digest(); \
        fill();                                                   \
        side = after = 0;                                         \
        for (int i = 1; i < ROWS - 1; i++) {                      \
            T j;                                                  \
            known = &j;                                           \
            if (!mine(i)) continue;                               \
            for (j = (start); test; step) __VA_ARGS__             \
            after += (long)j;                                     \
        }                                                         \
        want = digest();                                          \
        CHECK_EQ(got_side[0], side);                              \
        CHECK_EQ(got_side[1], side);                              \
        CHECK_EQ(got_after, after);                               \
        CHECK_EQ(got[0], want);                                   \
        CHECK_EQ(got[1], want);                                   \
    }

static void stencils(int n)
{
    LOOP(int, 1, j < N - 1, j++, b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];)
    LOOP(int, 1, j < n - 1, j++, a[i][j] = a[i][j - 1] + a[i][j + 1];)
    LOOP(int, n - 2, j > 0, j--, a[i][j] = a[i][j + 1] - b[i + 1][j - 1] * j;)
    LOOP(int, 0, j <= n - 3, j += 2, { b[i][j + 2] ^= a[i][1 + j]; side += a[i - 1][j]; })
    LOOP(int, 1, j < n - 1, j++, bands[i][j] += 0.5f * (halves[i][j - 1] + halves[i + 1][j]);)
    LOOP(int, 1, j < n - 1, j++,
         halves[i][j] = (short)(odd[i - 1][j + 1] + cyclic[i][j] + halves[i][j - 1]);)
    LOOP(int, 0, j < n, j++, {
        if (j > 0) b[i][j] += a[i][j - 1];
        if (j < N - 1) b[i][j] += a[i][j + 1];
    })
    LOOP(int, 0, j < n / 2, j++, b[i][2 * j] = a[i][2 * j + 1] + a[i][N - 1 - j];)
}

static void counters(int n)
{
    LOOP(long, 0, j < n, j++, a[i][j] += b[i][j];)
    LOOP(size_t, 1, j < (size_t)n, j++, a[i][j - 1] += b[i][j];)
    LOOP(unsigned, 1, j < (unsigned)n, j++, a[i][j - 1] += b[i][j];)
    LOOP(long long, n - 1, j >= 0, j -= 3, a[i][j] += b[i][j];)
    LOOP(int, 0, j != n, j++, a[i][j] += b[i][j];)
    LOOP(int, 0, j < columns, j++, a[i][j] += b[i][j];)
    LOOP(long, 0, j < LONG_MAX, j++, { if (j == N) break; a[i][j] += 3; })
    LOOP(int, INT_MAX - N + 1, j < INT_MAX, j++, a[i][j - (INT_MAX - N + 1)] += 3;)
    LOOP(int, 0, j < columns, j++, { a[i][j] += 1; columns = j > 12 ? j : N; })
    columns = N;
}

static void types(int n)
{
    LOOP(int, 0, j < n, j++, {
        cells[i][j].low += 3;
        cells[i][j].high = cells[i][j].low * 2;
        cells[i][j].tag++;
        cells[i][j].v[2] += cells[i][j].v[0] + cells[i][j].v[j % 3];
        cells[i][j].at *= 2;
    })
    LOOP(int, 1, j < n, j++, { struct cell c = cells[i][j - 1]; c.v[1]++; cells[i][j] = c; })
    LOOP(int, 1, j < n, j++, { ordered[i][j] += ordered[i][j - 1]; a[i][j] = ordered[i][j]; })
    LOOP(int, 0, j < n - 1, j++, { links[i][j] = links[i][j + 1] - 1; side += *links[i][j]; })
    LOOP(int, 1, j < n, j++, { upc_fence; side += a[i][j]++; upc_fence; a[i][j - 1] = side % 100; })
}

static long twice(long x) { return 2 * x; }

static void bodies(int n)
{
    LOOP(int, 0, j < n, j++, { if (a[i][j] % 3 == 0) continue; a[i][j] += twice(b[i][j]); })
    LOOP(int, 0, j < n, j++, { a[i][j]++; if (j == 17) break; })
    LOOP(int, 0, j < n, j++, {
        switch (j % 4) {
        case 0: a[i][j]--; break;
        case 1: continue;
        default: b[i][j] = 1;
        }
    })
    LOOP(int, 0, j < n, j++, { long x = a[i][j]; { long i = x; side += i * b[0][j]; } })
    LOOP(int, 0, j < n, j++, { int k = i; a[k][j] += 1; k--; side += b[k][j]; })
}

static shared [N] long *row(int i) { return a[i]; }

static void pointers(int n)
{
    shared [N] long (*p)[N] = a, *r = b[0];
    shared [] long *own = lists[MYTHREAD], *next = lists[(MYTHREAD + 1) % THREADS];
    shared [] long *slice = (shared [] long *)&a[MYTHREAD][0];
    shared [N] struct cell *c = &cells[MYTHREAD][0];
    LOOP(int, 1, j < n - 1, j++, {
        p[i][j] = p[i][j - 1] + b[i - 1][j + 1];
        (*(p + i))[j + 1] -= j;
    })
    LOOP(int, 0, j < n, j++, { *(p[i] + j) += 1; j[p[i]] *= 2; })
    LOOP(int, 0, j < n, j++, { r = b[i]; r[j] += j; })
    LOOP(int, 0, j < n - 1, j++, { own[j] += own[j + 1] + j; side += slice[j] - (slice + 1)[j]; })
    LOOP(int, 0, j < n, j++, side += row(i)[j] + next[0];)
    LOOP(int, 0, j < n, j++, { side += c->v[j % 3] + c[j].v[1]; c[j].tag--; })
    LOOP(int, 0, j < ROWS * n, j++, side += r[j];)
    LOOP(int, 0, j < ROWS * n, j++, side += a[0][j];)
}

/* A loop that is left, or left out, where no place would be one. */
static void nothing_there(int n)
{
    shared [N] long *p = NULL;
    long sum = 0;
    for (int j = 0; j < n - N; j++)
        sum += p[j];
    for (int j = 0; j < n; j++) {
        if (!p)
            break;
        sum += p[j];
    }
    for (int j = -1000000; j < n; j++)
        if (j >= 0)
            sum += b[0][j] - b[0][j];
    CHECK_EQ(sum, 0);
}

static shared [] int *shared arrived;

/* Reading on until all others have written. */
static void waiting(void)
{
    shared [] int *const arrived_here = arrived;
    int there = 0;
    arrived_here[MYTHREAD] = 1;
    upc_fence;
    do {
        there = 0;
        for (int t = 0; t < THREADS; t++)
            there += arrived_here[t];
    } while (there < THREADS);
    CHECK_EQ(there, THREADS);
}

int main(void)
{
    lists[MYTHREAD] = upc_alloc(N * sizeof(long));
    if (MYTHREAD == 0) {
        arrived = upc_alloc(THREADS * sizeof(int));
        upc_memset(arrived, 0, THREADS * sizeof(int));
    }
    stencils(N);
    counters(N);
    types(N);
    bodies(N);
    pointers(N);
    nothing_there(N);
    upc_barrier;
    waiting();
    check_done();
    return 0;
}
