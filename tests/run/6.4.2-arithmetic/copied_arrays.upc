// threads: 1 2 3 4
// conformance: LANG-6.4.2-S3
/* Loops that read static arrays by arbitrary subscripts, or as a whole in each iteration: if some
 * segments are far, they read a copy of the array. They read the same as a loop with a counter
 * whose address is taken, which has no copies. */
#include "check.h"

#define N (211 * THREADS)
#define ROUNDS 1500 /* more than elements: all arrays are worth a copy */
struct cell { char tag; float f; long v[3]; };
enum color { RED, GREEN, BLUE };

static shared double cyclic[N];
static shared [7] int blocks[N];
static shared [211] long halves[N];
static shared [] short one[300];
static shared [13] char bytes[5 * THREADS];
static shared [4] struct cell cells[N];
static shared [8] unsigned matrix[16 * THREADS][24];
static shared enum color colors[N];
static shared double *shared links[N];
static shared [1000] int few[5 * THREADS];
static shared double result[ROUNDS * THREADS];
static int subscript[ROUNDS], start[ROUNDS + 1];

static void fill(void)
{
    upc_barrier;
    for (int i = MYTHREAD; i < N; i += THREADS) {
        struct cell c = {(char)i, (float)(i * 0.25), {i, -i, i * 3}};
        cyclic[i] = i * 0.5, blocks[i] = i * 3 + 1, halves[i] = -i, cells[i] = c,
        colors[i] = (enum color)(i % 3);
        links[i] = &cyclic[(i * 5) % N];
    }
    for (int i = MYTHREAD; i < 5 * THREADS; i += THREADS)
        bytes[i] = (char)(i * 7);
    for (int i = MYTHREAD; i < 300; i += THREADS)
        one[i] = (short)(i * 11);
    for (int i = MYTHREAD; i < 16 * THREADS; i += THREADS)
        for (int j = 0; j < 24; j++)
            matrix[i][j] = (unsigned)(i * 100 + j);
    for (int i = MYTHREAD; i < 5 * THREADS; i += THREADS)
        few[i] = i * i;
    for (int i = 0; i < ROUNDS; i++)
        subscript[i] = (int)((i * 7919l + 13) % N), start[i + 1] = start[i] + i % 3;
    upc_barrier;
}

static void *volatile known;

/* The loop over k with a counter of its own, and with one that is not the loop's alone. */
#define SAME(n, ...)                                    \
    {                                                   \
        double sums[2] = {0, 0};                        \
        {                                               \
            double sum = 0;                             \
            for (int k = 0; k < n; k++) { __VA_ARGS__ } \
            sums[0] = sum;                              \
        }                                               \
        {                                               \
            double sum = 0;                             \
            int k;                                      \
            known = &k;                                 \
            for (k = 0; k < n; k++) { __VA_ARGS__ }     \
            sums[1] = sum;                              \
        }                                               \
        CHECK(sums[0] == sums[1]);                      \
    }

static void reads(int n)
{
    static double own[ROUNDS];
    SAME(n, sum += cyclic[subscript[k]];)
    SAME(n, sum += blocks[subscript[k]] - 2.0 * cyclic[subscript[n - 1 - k]];)
    SAME(n, sum += (double)(halves[subscript[k]] * one[subscript[k] % 300]);)
    SAME(n, sum += bytes[subscript[k] % (5 * THREADS)];)
    SAME(n, sum +=
            cells[subscript[k]].f + (double)cells[subscript[k]].v[k % 3] + cells[subscript[k]].tag;)
    SAME(n, sum += matrix[subscript[k] % (16 * THREADS)][k % 24];)
    SAME(n, sum += colors[subscript[k]] == BLUE ? k : few[subscript[k] % (5 * THREADS)];)
    SAME(n, sum += *links[subscript[k]];)
    SAME(n, int t = blocks[subscript[k]] % N; sum += cyclic[t];)
    SAME(n, sum += cyclic[blocks[subscript[k]] % N];)
    SAME(n, own[k] = cyclic[subscript[k]]; sum += own[k];)
    SAME(n, if (subscript[k] % 3 == 0) continue; if (sum > 5000) break;
         sum += cyclic[subscript[k]];)
    SAME(n, for (int j = start[k]; j < start[k + 1]; j++) sum += cyclic[subscript[j % ROUNDS]];)
}

/* Arrays that each iteration reads as a whole, by rows or not, beside what it finds by subscripts.
 */
static void whole(int n)
{
    static double own[24];
    SAME(n, for (int i = 0; i < 5 * THREADS; i++) sum += few[i] * 0.5;)
    SAME(n,
         for (int i = 0; i < 16 * THREADS; i++) for (int j = 0; j < 24; j++) sum += matrix[i][j];)
    SAME(n, for (int i = 16 * THREADS - 1; i >= 2; i--) for (int j = 3; j < 24; j += 2) sum +=
            matrix[i - 2][j - 3];)
    SAME(n, for (int j = 0; j < 24; j++) for (int i = 0; i < 16 * THREADS; i++) sum +=
            matrix[i][j] + few[i % 5];)
    SAME(n, for (int i = 0; i < 16 * THREADS; i++) {
        double distance = 0;
        for (int j = 0; j < 24; j++)
            own[j] = matrix[i][j], distance += (matrix[i][j] - k * 3.0) * (matrix[i][j] - k * 3.0);
        sum += distance < 1e6 ? own[k % 24] : i;
    })
    SAME(
        n, for (int i = 0; i < N; i++) {
            if (cyclic[i] >= k) break;
            sum += blocks[i] + one[i % 300];
        })
    SAME(n, for (int i = 0; i < N; i++) sum += cyclic[i] + cyclic[subscript[k]] + cells[i].v[1];)
}

/* The copy is left in all ways. */
static double until(int how, double value)
{
    for (int k = 0; k < ROUNDS; k++) {
        if (cyclic[subscript[k]] >= value && how == 0)
            return k;
        if (cyclic[subscript[k]] >= value && how == 1)
            goto found;
    }
    return -1;
found:
    return -2;
}

/* Each thread's part of a list, from elements of any. */
static void results(void)
{
    upc_forall (int i = 0; i < ROUNDS * THREADS; i++; &result[i])
        result[i] = cyclic[subscript[i % ROUNDS]];
    upc_barrier;
    upc_forall (int i = 0; i < ROUNDS * THREADS; i++; &result[i])
        CHECK(result[i] == subscript[i % ROUNDS] * 0.5);
    upc_barrier;
}

/* An array that the loop writes, by its name and by pointers, is not read early. */
static void written(void)
{
    shared double *p = &cyclic[MYTHREAD];
    double *own = (double *)&cyclic[MYTHREAD];
    double last = cyclic[MYTHREAD];
    static int mine[ROUNDS];
    for (int k = 0; k < ROUNDS; k++)
        mine[k] = MYTHREAD;
    for (int k = 0; k < ROUNDS; k++, last += 1)
        cyclic[mine[k]] = cyclic[mine[k]] + 1;
    CHECK(cyclic[MYTHREAD] == last);
    for (int k = 0; k < ROUNDS; k++, last += 1)
        *p = cyclic[mine[k]] + 1;
    CHECK(cyclic[MYTHREAD] == last);
    for (int k = 0; k < ROUNDS; k++, last += 1)
        own[0] = cyclic[mine[k]] + 1;
    CHECK(cyclic[MYTHREAD] == last);
}

int main(void)
{
    fill();
    reads(ROUNDS);
    reads(3);
    reads(0);
    whole(12);
    whole(1);
    whole(0);
    results();
    CHECK(until(0, 0) == 0 && until(1, 0) == -2 && until(0, 1e9) == -1);
    upc_barrier;
    written();
    check_done();
    return 0;
}
