// threads: 1 2 3 4 7
// unchecked
// conformance: LANG-6.4.2-S4
/* Static arrays of indefinite block size in loops of all kinds: what they do is what the same loop
 * does by a pointer that may change, so that each element is found by itself. Other threads see it
 * after a barrier; a loop that waits for an element sees it change. */
#include "check.h"

enum { K = 8, D = 4, ROUNDS = 30 };
struct pair { char tag; unsigned low : 3, high : 9; int v[3]; };
static shared [] double centre[K][D], copy[K][D];
static shared [] struct pair pairs[K];
static shared [] char *shared [] texts[K];
static shared struct { long head; int cell[K]; } one, two;
static shared [] int turn[K];
static strict shared [] long ordered[K], ordered_copy[K];
static shared int key[64 * THREADS];

static void fill(void)
{
    upc_barrier;
    if (MYTHREAD == 0)
        for (int k = 0; k < K; k++) {
            struct pair p = {(char)k, (unsigned)k % 8, (unsigned)k, {k, 2 * k, 3 * k}};
            volatile int row = k;
            for (int d = 0; d < D; d++)
                centre[row][d] = copy[row][d] = k * D + d;
            pairs[row] = p;
            texts[row] = 0;
            one.cell[row] = two.cell[row] = k;
            ordered[row] = ordered_copy[row] = k;
        }
    for (int i = MYTHREAD; i < 64 * THREADS; i += THREADS)
        key[i] = (i * 5 + 1) % K;
    upc_barrier;
}

/* The loop with a static array, and the same with a pointer to another array; thread `who` alone
 * does it. */
#define SAME(who, head, array, other, T, body)  \
    {                                           \
        T *volatile hidden = &other;            \
        fill();                                 \
        if (MYTHREAD == (who)) {                \
            {head{BODY_##body(array)}} {        \
                head { BODY_##body((*hidden)) } \
            }                                   \
        }                                       \
        compare();                              \
    }
#define BODY_SHORT(a) for (int d = 0; d < D; d++) a[i % K][d] += i + key[i];
#define BODY_LONG(a)                     \
    for (int d = 0; d < n % D; d++) {    \
        a[i % K][d] -= i;                \
        side += (long)a[(i + 1) % K][d]; \
    }
#define BODY_ANY(a) a[key[i]][key[i] % D]++; side += (long)(a[i % K][0] *= 0.5);
#define BODY_FLAT(a) a[0][key[i] * D + 1] += 1;
#define BODY_LEFT(a) a[key[i]][1] += 1; if (i == 40) break; if (i % 3) continue; a[key[i]][2] -= 1;
#define BODY_CELL(a) a.cell[key[i]] ^= i; a.head += a.cell[i % K]++;

static volatile long side;

static void compare(void)
{
    upc_barrier;
    for (int k = 0; k < K; k++) {
        for (int d = 0; d < D; d++)
            CHECK(centre[k][d] == copy[k][d]);
        CHECK_EQ(one.cell[k], two.cell[k]);
        CHECK_EQ(ordered[k], ordered_copy[k]);
    }
    CHECK_EQ(one.head, two.head);
    upc_barrier;
}

typedef shared [] double matrix[K][D];

static void loops(int n, int who)
{
#define FOR for (int i = 0; i < n; i++)
    SAME(who, FOR, centre, copy, matrix, SHORT)
    SAME(who, FOR, centre, copy, matrix, LONG)
    SAME(who, FOR, centre, copy, matrix, ANY)
    SAME(who, FOR, centre, copy, matrix, FLAT)
    SAME(who, FOR, centre, copy, matrix, LEFT)
    SAME(who, for (int i = n - 1; i >= 0; i -= 3), centre, copy, matrix, ANY)
    fill();
    if (MYTHREAD == who) {
        volatile int zero = 0;
        for (int i = 0; i < n; i++) {
            BODY_CELL(one)
        }
        for (int i = 0; i < n; i++) {
            two.cell[key[i] + zero] ^= i;
            two.head += two.cell[i % K + zero]++;
        }
    }
    compare();
}

/* Members, bit-fields, pointers and strict elements. */
static void types(int n, int who)
{
    fill();
    if (MYTHREAD == who)
        for (int i = 0; i < n; i++) {
            pairs[key[i]].tag++;
            pairs[key[i]].low += 1;
            pairs[key[i]].v[i % 3] += i;
            texts[key[i]] = (shared [] char *)&pairs[key[i]];
            ordered[key[i]] += 1;
        }
    upc_barrier;
    for (int k = 0; k < K; k++) {
        long times = 0, sum[3] = {k, 2 * k, 3 * k};
        for (int i = 0; i < n; i++)
            if (key[i] == k)
                times++, sum[i % 3] += i;
        CHECK_EQ(pairs[k].tag, (char)(k + times));
        CHECK_EQ(pairs[k].low, (unsigned)(k + times) % 8);
        CHECK_EQ(pairs[k].high, (unsigned)k);
        for (int j = 0; j < 3; j++)
            CHECK_EQ(pairs[k].v[j], sum[j]);
        CHECK_EQ(ordered[k], k + times);
        CHECK(texts[k] == (times ? (shared [] char *)&pairs[k] : 0));
    }
    upc_barrier;
}

/* The loop around the rounds counts. */
static void rounds(int n)
{
    for (int round = 1; round <= n; round++) {
        double sum = 0;
        if (MYTHREAD == round % THREADS)
            for (int k = 0; k < K; k++)
                centre[key[k]][1] = round;
        upc_barrier;
        for (int k = 0; k < K; k++)
            sum += centre[key[k]][1];
        CHECK_EQ(sum, (double)K * round);
        upc_barrier;
        if (MYTHREAD == round % THREADS)
            turn[key[round % K]] = round;
        while (turn[key[round % K]] != round)
            ;
        upc_barrier;
    }
}

int main(void)
{
    volatile int n = 50;
    for (int who = 0; who < THREADS; who += THREADS > 1 ? THREADS - 1 : 1) {
        loops(n, who);
        types(n, who);
    }
    fill();
    rounds(ROUNDS);
    check_done();
    return 0;
}
