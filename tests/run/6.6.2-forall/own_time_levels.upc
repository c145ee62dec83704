// threads: 1 2 3 4 7
// conformance: LANG-6.6.2-S3
/* Arrays whose first subscript is no part of the iteration, as a grid with two time levels. Each
 * loop is compared with the same one under an affinity that is a call, so that each iteration is
 * tested and each element found by itself. */
#include "check.h"

enum { N = 9, D = 4, LEVELS = 3, MOST_THREADS = 7 };

static shared [D] int rows[LEVELS][N * THREADS][D];
static shared [5] long blocks[LEVELS][N * THREADS]; /* a level may begin inside a block */
static shared double cyclic[LEVELS][N * THREADS];
static shared [N] short nested[LEVELS][2][THREADS][N];
static int visits[LEVELS][N * LEVELS * MOST_THREADS];

static int owner(shared const void *p) { return (int)upc_threadof((shared void *)p); }

static void visited(int level, int i, shared const void *element)
{
    CHECK_EQ(visits[level][i], owner(element) == MYTHREAD);
    visits[level][i] = 0;
}

static void each_level_is_visited_by_its_owners(int level)
{
    upc_forall (int i = 0; i < N * THREADS; i++; &rows[level][i][0])
        visits[level][i]++;
    for (int i = 0; i < N * THREADS; i++)
        visited(level, i, &rows[level][i][0]);
    upc_forall (int i = 1; i < N * THREADS - 1; i++; &blocks[level][i])
        visits[level][i]++;
    for (int i = 1; i < N * THREADS - 1; i++)
        visited(level, i, &blocks[level][i]);
    upc_forall (int i = N * THREADS - 1; i >= 0; i--; &cyclic[level][i])
        visits[level][i]++;
    for (int i = 0; i < N * THREADS; i++)
        visited(level, i, &cyclic[level][i]);
    upc_forall (int t = 0; t < THREADS; t++; &nested[level][1][t][3])
        visits[level][t]++;
    for (int t = 0; t < THREADS; t++)
        visited(level, t, &nested[level][1][t][3]);
}

/* The loop goes over the levels: of rows of whole blocks over all threads one thread has all. */
static void levels_are_visited_by_their_owners(int i)
{
    upc_forall (int level = 0; level < LEVELS; level++; &rows[level][i][0])
        visits[level][i]++;
    upc_forall (int level = 0; level < LEVELS; level++; &blocks[level][i])
        visits[level][i] += 16;
    for (int level = 0; level < LEVELS; level++) {
        CHECK_EQ(visits[level][i] & 15, owner(&rows[level][i][0]) == MYTHREAD);
        CHECK_EQ(visits[level][i] >> 4, owner(&blocks[level][i]) == MYTHREAD);
        visits[level][i] = 0;
    }
}

/* From one level to another, as a relaxation does. */
static void step(int from, int to)
{
    upc_forall (int i = 0; i < N * THREADS; i++; &cyclic[to][i])
        cyclic[to][i] = cyclic[from][i] + i + 1;
    upc_forall (int i = 0; i < N * THREADS; i++; &blocks[to][i])
        blocks[to][i] = 2 * blocks[from][i] + i;
    upc_forall (int i = 0; i < N * THREADS; i++; &rows[to][i][0])
        for (int d = 0; d < D; d++)
            rows[to][i][d] = rows[from][i][(d + 1) % D] + d;
    upc_forall (int t = 0; t < THREADS; t++; &nested[0][0][t][0])
        for (int k = 0; k < N; k++)
            nested[to][0][t][k] = (short)(nested[from][1][t][k] + k);
}

static void elements_are_what_they_should_be(int from, int to)
{
    upc_forall (int i = 0; i < N * THREADS; i++; owner(&cyclic[0][i])) {
        cyclic[from][i] = 3 * i;
        blocks[from][i] = 5 * i + from;
        for (int d = 0; d < D; d++)
            rows[from][i][d] = i * d + from;
    }
    upc_forall (int t = 0; t < THREADS; t++; t)
        for (int k = 0; k < N; k++)
            nested[from][1][t][k] = (short)(10 * t + from);
    upc_barrier;
    step(from, to);
    upc_barrier;
    for (int i = 0; i < N * THREADS; i++) {
        CHECK_EQ((int)cyclic[to][i], 4 * i + 1);
        CHECK_EQ(blocks[to][i], 2 * (5 * i + from) + i);
        for (int d = 0; d < D; d++)
            CHECK_EQ(rows[to][i][d], i * ((d + 1) % D) + from + d);
    }
    for (int t = 0; t < THREADS; t++)
        for (int k = 0; k < N; k++)
            CHECK_EQ(nested[to][0][t][k], 10 * t + from + k);
    upc_barrier;
}

int main(void)
{
    for (int level = 0; level < LEVELS; level++)
        each_level_is_visited_by_its_owners(level);
    for (int i = 0; i < N * THREADS; i++)
        levels_are_visited_by_their_owners(i);
    for (int from = 0; from < LEVELS; from++)
        elements_are_what_they_should_be(from, (from + 1) % LEVELS);
    check_done();
}
