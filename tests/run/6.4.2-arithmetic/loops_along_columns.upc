// threads: 1 2 3 4 5
// modes: process pthreads mixed far
// conformance: LANG-6.4.2-S3
/* Loops along columns of matrices: where a row's elements are whole rows of blocks, one for each
 * thread, an element is found by adding bytes to the one before. What they read and write is what
 * the same loop does with a counter whose address somebody has, where each element is found by
 * itself. */
#include <stddef.h>

#include "check.h"

#define N 11
#define M 60
struct cell { char tag; int v[3]; };

static shared long cyclic[N * THREADS][M];
static shared long wide[N][3 * THREADS];
static shared [4] float blocks[N * THREADS][M];
static shared [4] int wide_blocks[N][8 * THREADS];
static shared [7] short odd[N * THREADS][M];
static shared [M] long rows[N * THREADS][M];
static shared [] int whole[N][M];
static shared struct cell cells[N * THREADS][M];
static shared long deep[N][5][12 * THREADS];
static strict shared int ordered[N * THREADS][M];
static shared long *shared links[N * THREADS][M];

static void fill(void)
{
    upc_barrier;
    for (int i = MYTHREAD; i < N; i += THREADS) {
        for (int j = 0; j < M; j++) {
            struct cell c = {(char)(i + j), {i, j, i - j}};
            cyclic[i][j] = i * 31 + j, blocks[i][j] = (float)(i - j), odd[i][j] = (short)(i * j),
            rows[i][j] = i - 3 * j;
            whole[i][j] = i ^ j, cells[i][j] = c, ordered[i][j] = i + j,
            links[i][j] = &cyclic[j % N][i];
        }
        for (int j = 0; j < 3 * THREADS; j++)
            wide[i][j] = i * 7 - j;
        for (int j = 0; j < 8 * THREADS; j++)
            wide_blocks[i][j] = i * 5 + j;
        for (int j = 0; j < 60 * THREADS; j++)
            deep[i][j / (12 * THREADS)][j % (12 * THREADS)] = i - j;
    }
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
        for (j = 0; j < M; j++) {
            sum = mix(mix(sum, cyclic[i][j]), (long)(blocks[i][j] * 4) + odd[i][j]);
            sum = mix(mix(sum, rows[i][j]), whole[i][j] * 3 + cells[i][j].v[1] + cells[i][j].tag);
            sum = mix(mix(sum, ordered[i][j]), links[i][j] == &cyclic[j % N][i]);
        }
        for (j = 0; j < 8 * THREADS; j++)
            sum = mix(mix(sum, wide[i][j % (3 * THREADS)]), wide_blocks[i][j] + deep[i][j % 5][j]);
    }
    return sum;
}

static void *volatile known;
static volatile int rest;

/* The same loop over l, with a counter of its own, and with one that is not the loop's alone; `sum`
 * and what the arrays hold afterwards must be alike. */
#define SAME(T, start, test, step, ...)                                       \
    {                                                                         \
        unsigned long own = 1, others = 1, own_digest = 0, others_digest = 0; \
        fill();                                                               \
        if (MYTHREAD == turn) {                                               \
            unsigned long sum = 1;                                            \
            for (T l = start; test; step) { __VA_ARGS__ }                     \
            own = sum, own_digest = digest();                                 \
        }                                                                     \
        fill();                                                               \
        if (MYTHREAD == turn) {                                               \
            unsigned long sum = 1;                                            \
            T l;                                                              \
            known = &l;                                                       \
            for (l = start; test; step) { __VA_ARGS__ }                       \
            others = sum, others_digest = digest();                           \
        }                                                                     \
        CHECK(own == others);                                                 \
        CHECK(own_digest == others_digest);                                   \
    }

/* One that only reads what fill() wrote. */
#define READS(T, start, test, step, ...)              \
    if (MYTHREAD == turn) {                           \
        unsigned long sum = 1, own;                   \
        for (T l = start; test; step) { __VA_ARGS__ } \
        own = sum, sum = 1;                           \
        T l;                                          \
        known = &l;                                   \
        for (l = start; test; step) { __VA_ARGS__ }   \
        CHECK(own == sum);                            \
    }

static void reads(int turn, int n, int j)
{
    fill();
    READS(int, 0, l < n, l++, sum = mix(sum, cyclic[l][j]);)
    READS(int, n - 1, l >= 0, l--, sum = mix(sum, cyclic[l][j]);)
    READS(long, 1, l < n, l += 3,
          sum = mix(sum, cyclic[l][j] + cyclic[l - 1][j] + cyclic[l][j + 1]);)
    READS(int, 0, l <= n - 1, l++, sum = mix(sum, wide[l][j % 3] - wide[l][0]);)
    READS(int, n - 1, l > 0, l -= 2, sum = mix(sum, (long)blocks[l][j] * 2);)
    READS(unsigned, 0, l < (unsigned)n, l++,
          sum = mix(sum, (long)blocks[l][j + 1] + wide_blocks[l][j % 8]);)
    READS(int, 0, l < n, l++, sum = mix(sum, odd[l][j] + rows[l][j] + whole[l][j]);)
    READS(int, 0, l < n, l++, sum = mix(sum, cells[l][j].v[1] + cells[l][j].tag + ordered[l][j]);)
    READS(int, 0, l < n, l++, sum = mix(sum, (long)upc_threadof(links[l][j]) * 100 + *links[l][j]);)
    READS(int, 0, l < n, l++, sum = mix(sum, deep[l][j % 5][j % 12] + deep[j % N][l % 5][j % 12]);)
    READS(int, 0, l < 5, l++, sum = mix(sum, deep[j % N][l][j % 12]);)
    READS(int, 0, l < n, l++, sum = mix(sum, *(*(cyclic + l) + j) + (&cyclic[0])[l][j]);)
    READS(int, 0, l < n, l++, sum = mix(sum, cyclic[l][2 * l] + rows[j % N][l] + cyclic[j % N][l]);)
    READS(int, 0, l < n, l++, if (l % 5 == 3) continue; sum = mix(sum, cyclic[l][j]);)
    shared long *p = &cyclic[1][j];
    READS(int, 0, l < n - 1, l++, sum = mix(sum, p[M * l] + p[60 * l - 60]);)
    READS(int, 0, l < n - 1, l++, sum = mix(sum, p[(n - 2) * M - M * l]);)
}

static void writes(int turn, int n, int j)
{
    SAME(int, 0, l < n, l++, cyclic[l][j] = l; blocks[l][j] = (float)l; odd[l][j]++;
         rows[l][j] -= 2; whole[l][j] *= 3;)
    SAME(int, n - 1, l >= 0, l--, wide[l][j % 3] ^= l; wide_blocks[l][j % 8] += l;
         cells[l][j].v[1] = l; ordered[l][j]--;)
    SAME(int, 1, l < n, l++, cyclic[l][j] = cyclic[l - 1][j] + 1;
         deep[l][j % 5][j % 12] = cyclic[l][j];)
    SAME(int, 0, l < n, l++, cells[l][j] = cells[n - 1 - l][j]; links[l][j] = &cyclic[l][j];)
    SAME(int, 0, l < n, l++, cyclic[l][j] = *links[l][j]; rows[j % N][l] = cyclic[l][j];)
}

int main(void)
{
    for (int turn = 0; turn < THREADS; turn++) {
        reads(turn, N, (turn * 7) % (M - 1));
        writes(turn, N, (turn * 11 + 5) % M);
    }
    reads(0, N - 1 - rest, M - 2);
    reads(THREADS - 1, 3, 0);
    writes(0, 5, 1);
    check_done();
    return 0;
}
