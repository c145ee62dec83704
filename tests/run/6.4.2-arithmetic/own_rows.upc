// threads: 1 2 3 4 7
// unchecked
// conformance: LANG-6.4.2-S4
/* Rows of the calling thread's own block, in loops of all kinds: what they do is what the same loop
 * does where a variable that may change tells the row, so that each element is found by itself. */
#include <string.h>

#include "check.h"

enum { K = 12, ROWS = 3, COLUMNS = 4 };
struct pair { char tag; unsigned low : 3, high : 9; int v[3]; };
struct cells { long first; struct pair cell[K]; };
typedef struct { char odd; long wide; } __attribute__((packed)) packed_t;

static shared [K] int part[THREADS][K];
static shared [ROWS * COLUMNS] double grid[THREADS][ROWS][COLUMNS];
static shared [K] int deep[2 * THREADS][K];
static shared [K] struct pair pairs[THREADS][K];
static shared [K] packed_t packed[THREADS][K];
static shared struct cells cells[THREADS];
static shared [K] _Bool flags[THREADS][K];
static char *shared [K] texts[THREADS][K];
static shared [K] int *shared [K] phased[THREADS][K];
static shared void *shared [K] links[THREADS][K];
static strict shared [K] long ordered[THREADS][K];
static shared int key[64 * THREADS];

static void fill(void)
{
    upc_barrier;
    for (int k = 0; k < K; k++) {
        struct pair p = {(char)k, (unsigned)k % 8, (unsigned)k % 500, {k, 2 * k, 3 * k}};
        packed_t q = {(char)k, 5 * k};
        part[MYTHREAD][k] = k + 100 * MYTHREAD;
        grid[MYTHREAD][k / COLUMNS][k % COLUMNS] = k;
        deep[MYTHREAD][k] = 3 * k;
        deep[MYTHREAD + THREADS][k] = 5 * k;
        pairs[MYTHREAD][k] = cells[MYTHREAD].cell[k] = p;
        packed[MYTHREAD][k] = q;
        flags[MYTHREAD][k] = k % 3 == 0;
        texts[MYTHREAD][k] = 0;
        phased[MYTHREAD][k] = &part[MYTHREAD][k];
        links[MYTHREAD][k] = 0;
        ordered[MYTHREAD][k] = k;
    }
    cells[MYTHREAD].first = 1;
    for (int i = MYTHREAD; i < 64 * THREADS; i += THREADS)
        key[i] = (i * 7 + 3) % K;
    upc_barrier;
}

static unsigned long mix(unsigned long sum, long value)
{
    return (sum ^ (unsigned long)value) * 0x9e3779b97f4a7c15ul >> 1;
}

/* Collective: a digest of the thread's own elements. */
static unsigned long digest(void)
{
    unsigned long sum = 1;
    volatile int me = MYTHREAD;
    upc_barrier;
    for (int k = 0; k < K; k++) {
        struct pair p = pairs[me][k], c = cells[me].cell[k];
        sum = mix(mix(mix(sum, part[me][k]), (long)(8 * grid[me][k / COLUMNS][k % COLUMNS])),
                  deep[me][k]);
        sum = mix(mix(sum, deep[me + THREADS][k]),
                  p.tag + p.low * 10 + p.high * 100 + p.v[0] * 3 + p.v[1] * 5 + p.v[2] * 7);
        sum = mix(sum, c.tag + c.low * 10 + c.high * 100 + c.v[0] * 3 + c.v[1] * 5 + c.v[2] * 7);
        sum = mix(mix(sum, packed[me][k].odd),
                  packed[me][k].wide + 3 * ordered[me][k] + flags[me][k]);
        sum = mix(mix(sum, (long)upc_phaseof(phased[me][k])), texts[me][k] != 0);
        sum = mix(sum, links[me][k] != 0 ? (long)upc_threadof(links[me][k]) : -1);
    }
    sum = mix(sum, cells[me].first);
    upc_barrier;
    return sum;
}

static volatile long side;

/* `statement` in the thread's own row and where `me` tells it. */
#define SAME(...)                           \
    {                                       \
        unsigned long got;                  \
        long got_side;                      \
        fill();                             \
        side = 0;                           \
        BODY(MYTHREAD, __VA_ARGS__)         \
        got_side = side, got = digest();    \
        fill();                             \
        side = 0;                           \
        {                                   \
            volatile int hidden = MYTHREAD; \
            BODY(hidden, __VA_ARGS__)       \
        }                                   \
        CHECK_EQ(digest(), got);            \
        CHECK_EQ(side, got_side);           \
    }
#define BODY(me, ...) BODY_(me, __VA_ARGS__)
#define BODY_(me, NAME, ...) NAME(me, __VA_ARGS__)

#define COUNT(me, head, subscript) head part[me][subscript]++;
#define SUM(me, head, subscript) head side += part[me][subscript];
#define SET(me, head, subscript) head part[me][subscript] = (int)side - i;
#define WIDE(me, head, row, column) head grid[me][row][column] += i;
#define TYPES(me, head, k)                         \
    head                                           \
    {                                              \
        flags[me][k] = part[me][k] % 4;            \
        pairs[me][k].tag++;                        \
        pairs[me][k].v[i % 3] += i;                \
        pairs[me][k].low += 3;                     \
        cells[me].cell[k].v[(i + 1) % 3] -= i;     \
        cells[me].cell[k].high++;                  \
        cells[me].first ^= cells[me].cell[k].v[0]; \
        packed[me][k].wide += packed[me][k].odd++; \
        ordered[me][k] *= 3;                       \
    }
#define POINTERS(me, head, k)                              \
    head                                                   \
    {                                                      \
        texts[me][k] = "text";                             \
        links[me][k] = &part[(MYTHREAD + i) % THREADS][k]; \
        phased[me][k] += 1;                                \
        side += *--phased[me][k];                          \
    }
#define VALUES(me, head, k)                                  \
    head                                                     \
    {                                                        \
        side += part[me][k]++ - --part[me][K - 1 - (k)];     \
        side += part[me][k] = (int)(side % 1000);            \
        side += part[me][k] ^= (int)side, part[me][k] <<= 1; \
        side += (flags[me][k] |= i) + (part[me][k] /= 3);    \
    }
#define DEEP(me, head, r, k)                     \
    head                                         \
    {                                            \
        deep[(r)*THREADS + me][k] += i;          \
        side += deep[me + THREADS][K - 1 - (k)]; \
    }
#define INNER(me, head, n)                                                                    \
    head                                                                                      \
    {                                                                                         \
        for (int l = 0; l < (n); l++) grid[me][i % ROWS][l] += part[me][l * i % K];           \
        for (int l = 0; l < COLUMNS; l++) side += (long)(grid[me][(i + 1) % ROWS][l] *= 0.5); \
    }

#define FOR for (int i = 0; i < n; i++)
#define FIXED for (int i = 0; i < K; i++)
#define ALL upc_forall (int i = 0; i < n; i++; &key[i])

static int next(int *k) { return (*k)++ % K; }

static void subscripts(int n)
{
    int k = 0, few[] = {3, 1, 7, 3};
    (void)few;
    SAME(COUNT, FOR, key[i])
    SAME(COUNT, ALL, key[i])
    SAME(COUNT, FOR, few[i % 4])
    SAME(COUNT, FOR, (unsigned)i * 5 % K)
    SAME(COUNT, for (int i = k = 0; i < n; i++), next(&k))
    SAME(COUNT, FIXED, i)
    SAME(COUNT, FIXED, K - 1 - i)
    SAME(COUNT, for (int i = K - 1; i >= 0; i--), i)
    SAME(COUNT, for (int i = 0; i < n && i < K; i++), i)
    SAME(SUM, for (int i = 0; i < n % K; i++), i)
    SAME(SUM, ALL, key[i])
    SAME(SUM, FOR, part[MYTHREAD][i % K] % K)
    SAME(SET, FOR, key[i])
    SAME(SET, FIXED, i)
    SAME(SET, ALL, (key[i] + i) % K)
    SAME(WIDE, FOR, key[i] % ROWS, i % COLUMNS)
    SAME(WIDE, FOR, 0, key[i]) /* in other rows of the block */
    SAME(WIDE, for (int i = 0; i < COLUMNS; i++), n % ROWS, i)
    SAME(DEEP, FOR, i % 2, key[i])
    SAME(INNER, FOR, COLUMNS)
    SAME(INNER, FOR, n % COLUMNS)
    SAME(INNER, ALL, n % COLUMNS)
}

static void types(int n)
{
    SAME(TYPES, FOR, key[i])
    SAME(TYPES, FIXED, i)
    SAME(TYPES, ALL, key[i])
    SAME(POINTERS, FOR, key[i] % (K - 1))
    SAME(VALUES, FOR, key[i])
    SAME(VALUES, FIXED, i)
}

/* The elements behind and before the row are other threads'. */
static void beyond(int n, int k)
{
    for (int i = 0; i < n; i++) {
        if (MYTHREAD + 1 < THREADS)
            part[MYTHREAD][K + k] += MYTHREAD + 1;
        if (MYTHREAD > 0)
            deep[MYTHREAD][k - 1] -= MYTHREAD;
    }
    upc_barrier;
    for (int i = 0; i < K; i++) {
        int more = i == k && MYTHREAD > 0 ? n * MYTHREAD : 0;
        int less = i == K - 1 + k && MYTHREAD + 1 < THREADS ? n * (MYTHREAD + 1) : 0;
        CHECK_EQ(part[MYTHREAD][i], i + 100 * MYTHREAD + more);
        CHECK_EQ(deep[MYTHREAD][i], 3 * i - less);
    }
    upc_barrier;
}

/* All ways to leave a loop. */
static int left(int way, int n)
{
    for (int i = 0; i < n; i++) {
        part[MYTHREAD][key[i]] += 1;
        if (way == 1 && i == 5)
            break;
        if (way == 2 && i % 2)
            continue;
        if (way == 3 && i == 7)
            return part[MYTHREAD][key[i]];
        if (way == 4 && i == 3)
            goto out;
        part[MYTHREAD][key[i]] += 10;
    }
out:
    return -1;
}

static int left_hidden(int way, int n)
{
    volatile int me = MYTHREAD;
    for (int i = 0; i < n; i++) {
        part[me][key[i]] += 1;
        if (way == 1 && i == 5)
            break;
        if (way == 2 && i % 2)
            continue;
        if (way == 3 && i == 7)
            return part[me][key[i]];
        if (way == 4 && i == 3)
            goto out;
        part[me][key[i]] += 10;
    }
out:
    return -1;
}

int main(void)
{
    volatile int n = 50, zero = 0;
    subscripts(n);
    types(n);
    fill();
    beyond(n, zero);
    for (int way = 0; way < 5; way++) {
        int got, want;
        unsigned long sum;
        fill();
        got = left(way, n);
        sum = digest();
        fill();
        want = left_hidden(way, n);
        CHECK_EQ(digest(), sum);
        CHECK_EQ(got, want);
    }
    check_done();
    return 0;
}
