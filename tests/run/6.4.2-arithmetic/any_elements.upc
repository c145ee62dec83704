// threads: 1 2 3 4 8
// conformance: LANG-6.4.2-S3
/* Loops that access any elements of cyclic arrays: where all segments are mapped and THREADS is a
 * power of two, an element is found by a shift, a mask and a product. They read and write the same
 * as a loop with a counter whose address is taken, which has no such version. */
#include "check.h"

#define N (41 * THREADS)
#define ROUNDS 60
struct cell { char tag; short low : 5; long v[2]; };

static shared unsigned long table[N];
static shared char bytes[N];
static shared struct cell cells[N];
static shared double matrix[7][13 * THREADS];
static shared unsigned long *shared links[N];
static strict shared int ordered[N];
static shared int keys[N];
static shared int turns[THREADS];
static shared unsigned long total;

static void fill(void)
{
    upc_barrier;
    for (int i = MYTHREAD; i < N; i += THREADS) {
        struct cell c = {(char)i, (short)(i % 13), {i, -i}};
        table[i] = (unsigned long)i * 77, bytes[i] = (char)(i * 3), cells[i] = c,
        links[i] = &table[(i * 5) % N];
        ordered[i] = i, keys[i] = (i * 31 + 7) % N;
    }
    for (int i = 0; i < 7; i++)
        for (int j = MYTHREAD; j < 13 * THREADS; j += THREADS)
            matrix[i][j] = i * 100 + j;
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
        sum = mix(mix(sum, (long)table[i]), bytes[i] + cells[i].tag + 3 * cells[i].low);
        sum = mix(mix(sum, cells[i].v[0] - 7 * cells[i].v[1]), (long)upc_threadof(links[i]));
        sum = mix(mix(sum, (long)*links[i]), ordered[i] * 3 + keys[i]);
    }
    for (i = 0; i < 7; i++)
        for (j = 0; j < 13 * THREADS; j++)
            sum = mix(sum, (long)(matrix[i][j] * 2));
    return sum;
}

static unsigned next(unsigned *state)
{
    *state = *state * 1103515245u + 12345u;
    return *state >> 8;
}

static void *volatile known;

/* The loop over k with a counter of its own, and with one that is not the loop's alone. */
#define SAME(T, start, test, step, ...)                      \
    {                                                        \
        unsigned long sums[2] = {1, 1}, digests[2] = {0, 0}; \
        fill();                                              \
        if (MYTHREAD == turn) {                              \
            unsigned long sum = 1;                           \
            unsigned r = 5;                                  \
            for (T k = start; test; step) { __VA_ARGS__ }    \
            sums[0] = mix(sum, r), digests[0] = digest();    \
        }                                                    \
        fill();                                              \
        if (MYTHREAD == turn) {                              \
            unsigned long sum = 1;                           \
            unsigned r = 5;                                  \
            T k;                                             \
            known = &k;                                      \
            for (k = start; test; step) { __VA_ARGS__ }      \
            sums[1] = mix(sum, r), digests[1] = digest();    \
        }                                                    \
        CHECK(sums[0] == sums[1]);                           \
        CHECK(digests[0] == digests[1]);                     \
    }
#define ANY (int)(next(&r) % (unsigned)N)

static void updates(int turn)
{
    SAME(int, 0, k < ROUNDS, k++, table[ANY] ^= r;)
    SAME(int, 0, k < ROUNDS, k++, table[ANY] += r; bytes[ANY]++; --ordered[ANY];)
    SAME(long, ROUNDS, k > 0, k -= 3, table[ANY] = table[keys[ANY]] + (unsigned long)k;)
    SAME(int, 0, k < ROUNDS, k++, cells[ANY].v[k & 1] -= k; cells[ANY].low += 3;
         cells[ANY].tag ^= 5;)
    SAME(int, 0, k < ROUNDS, k++, matrix[k % 7][next(&r) % 13] *= 0.5;
         sum = mix(sum, (long)matrix[3][k % 13]);)
    SAME(int, 0, k < ROUNDS, k++, links[ANY] = &table[ANY]; sum = mix(sum, (long)*links[ANY]);)
    SAME(int, 0, k < ROUNDS, k++, struct cell c = cells[ANY]; c.tag++; cells[keys[ANY]] = c;)
    SAME(int, 0, k < ROUNDS, k++, if (table[ANY] % 5 == 2) continue; table[ANY]++; upc_fence;)
    SAME(int, 0, k < N, k++, table[N - 1 - k] += table[k];)
    SAME(int, 0, k < N, k++, sum = mix(sum, ordered[keys[k]]); table[keys[k]] = table[k];)
}

static void pointers(int turn)
{
    shared unsigned long *middle = &table[N / 2 + 1], *before = table - 3 * THREADS - 1;
    shared unsigned long *shared *link = &links[1];
    SAME(int, 0, k < ROUNDS, k++, middle[ANY - (N / 2 + 1)] += r;)
    SAME(int, 0, k < ROUNDS, k++, *(middle + (ANY - (N / 2 + 1))) ^= r;
         sum = mix(sum, (long)middle[-1 - k % 5]);)
    SAME(int, 0, k < ROUNDS, k++, before[ANY + 3 * THREADS + 1] += 9;)
    SAME(int, 0, k < ROUNDS, k++, link[ANY - 1] = &middle[-1]; *link[ANY - 1] += 1;)
    SAME(int, 0, k < ROUNDS, k++, shared unsigned long *at = &table[ANY]; at[0]++;
         sum = mix(sum, upc_threadof(at));)
}

/* Ways to leave such loops. */
static long first_with(unsigned long value, int how)
{
    for (int k = 0; k < N; k++) {
        if (table[keys[k]] == value && how == 0)
            return k;
        if (table[keys[k]] == value && how == 1)
            goto found;
        if (table[keys[k]] == value && how == 2)
            break;
        total = (unsigned long)k;
    }
    return how == 2 ? (long)total : -1;
found:
    return -2;
}

/* Each thread waits, in a loop around one that counts, for what the others write. */
static void waits(void)
{
    int seen = 0;
    turns[MYTHREAD] = 0;
    upc_barrier;
    turns[(MYTHREAD + 1) % THREADS] = 1;
    while (!seen)
        for (int k = 0; k < THREADS; k++)
            if (turns[(k * 3 + MYTHREAD) % THREADS] && (k * 3 + MYTHREAD) % THREADS == MYTHREAD)
                seen = 1;
    upc_barrier;
}

int main(void)
{
    for (int turn = 0; turn < THREADS; turn += THREADS > 1 ? THREADS - 1 : 1) {
        updates(turn);
        pointers(turn);
    }
    fill();
    if (MYTHREAD == 0) {
        unsigned long value = table[keys[N / 3]];
        CHECK_EQ(first_with(value, 0), N / 3);
        CHECK_EQ(first_with(value, 1), -2);
        CHECK_EQ(first_with(value, 2), N / 3 - 1);
        CHECK_EQ(first_with(1, 0), -1);
    }
    waits();
    check_done();
    return 0;
}
