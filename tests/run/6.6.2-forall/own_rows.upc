// threads: 1 2 3 4 7
// unchecked
// cflags: -Wno-upc-forall-exit
// conformance: LANG-6.4.2-S4
/* Rows that move as the affinity does, accessed by any subscripts: what the loops compute is what
 * the same body does where the affinity is a call, so that each iteration is tested and each
 * element found by itself. */
#include "check.h"

enum { N = 9, D = 4 };
struct pair { char tag; unsigned low : 3, high : 9; int v[3]; };

static shared [D] double point[N * THREADS][D], other[N * THREADS][D];
static shared [2 * D] long cube[N * THREADS][2][D];
static shared [2 * D] long twos[2 * N * THREADS][D];
static shared [3] struct pair pairs[N * THREADS][3];
static shared [D] char *shared [D] texts[N * THREADS][D];
static strict shared [D] long ordered[N * THREADS][D];
static shared int key[N * THREADS];
static int few[] = {3, 0, 2, 1, 1, 0};

static void fill(void)
{
    upc_barrier;
    upc_forall (int i = 0; i < N * THREADS; i++; upc_threadof(&key[i])) {
        key[i] = (i * 7 + 3) % D;
        for (int d = 0; d < D; d++) {
            struct pair p = {(char)i, (unsigned)d % 8, (unsigned)i % 500, {i, d, 3 * i}};
            point[i][d] = i + d, other[i][d] = 3 * i - d, ordered[i][d] = d, texts[i][d] = 0;
            cube[i][0][d] = i * d, cube[i][1][d] = i - d;
            if (d < 3)
                pairs[i][d] = p;
        }
    }
    upc_forall (int i = 0; i < 2 * N * THREADS; i++; upc_threadof(&twos[i][0]))
        for (int d = 0; d < D; d++)
            twos[i][d] = 5 * i + d;
    upc_barrier;
}

static unsigned long mix(unsigned long sum, long value)
{
    return (sum ^ (unsigned long)value) * 0x9e3779b97f4a7c15ul >> 1;
}

/* The elements of one thread, in copies. */
static struct {
    double point[N][D], other[N][D];
    long cube[N][2][D], twos[2 * N][D], ordered[N][D];
    struct pair pairs[N][3];
    char *texts[N][D];
} part;

static void copy_part(int t)
{
    upc_memget(part.point, &point[t], sizeof part.point);
    upc_memget(part.other, &other[t], sizeof part.other);
    upc_memget(part.cube, &cube[t], sizeof part.cube);
    upc_memget(part.twos, &twos[2 * t], sizeof part.twos);
    upc_memget(part.ordered, &ordered[t], sizeof part.ordered);
    upc_memget(part.pairs, &pairs[t], sizeof part.pairs);
    upc_memget(part.texts, &texts[t], sizeof part.texts);
}

static unsigned long with_part(unsigned long sum)
{
    for (int i = 0; i < N; i++)
        for (int d = 0; d < D; d++) {
            struct pair p = part.pairs[i][d % 3];
            sum = mix(mix(mix(sum, (long)(8 * part.point[i][d])), (long)(8 * part.other[i][d])),
                      part.texts[i][d] != 0);
            sum = mix(mix(mix(sum, part.cube[i][0][d]), part.cube[i][1][d]),
                      part.twos[2 * i][d] + 3 * part.twos[2 * i + 1][d]);
            sum = mix(
                mix(sum, p.tag + p.low * 10 + p.high * 100 + p.v[0] * 3 + p.v[1] * 5 + p.v[2] * 7),
                part.ordered[i][d]);
        }
    return sum;
}

/* Collective: a digest of the calling thread's elements. Each thread compares its own, so none
 * waits for elements of others. */
static unsigned long digest(void)
{
    upc_barrier;
    copy_part(MYTHREAD);
    upc_barrier;
    return with_part(1);
}

static volatile long side, after;

/* `affinity` and `owner` say the same; with a counter of the loop's own and with one that is read
 * afterwards. */
#define SAME(head, affinity, owner, ...)            \
    {                                               \
        unsigned long got[2];                       \
        long got_side, got_after;                   \
        int i;                                      \
        fill();                                     \
        side = 0;                                   \
        upc_forall (int head; affinity) __VA_ARGS__ \
        got_side = side, got[0] = digest();         \
        fill();                                     \
        side = 0;                                   \
        upc_forall (head; affinity) __VA_ARGS__     \
        got_after = i, got[1] = digest();           \
        fill();                                     \
        side = 0;                                   \
        upc_forall (head; owner) __VA_ARGS__        \
        after = i;                                  \
        CHECK_EQ(side, got_side);                   \
        CHECK_EQ(got_after, after);                 \
        CHECK_EQ(digest(), got[0]);                 \
        CHECK_EQ(got[1], got[0]);                   \
    }
#define UP i = 0; i < n; i++
#define DOWN i = n - 1; i >= 0; i--
#define ROWS(head, ...) SAME(head, &point[i][0], upc_threadof(&point[i][0]), __VA_ARGS__)
#define NUMBER(head, ...) SAME(head, i, i % THREADS, __VA_ARGS__)
#define CYCLIC(head, ...) SAME(head, &key[i], upc_threadof(&key[i]), __VA_ARGS__)

static void subscripts(int n, int k)
{
    ROWS(UP, { for (int d = 0; d < D; d++) point[i][d] += other[i][d]; })
    ROWS(UP, { for (int d = 0; d < D; d++) point[i][d] += i * other[i][D - 1 - d]; })
    ROWS(UP, { for (int d = 0; d < k; d++) point[i][d] = other[i][k - 1 - d]; })
    ROWS(UP, { point[i][few[i % 6]] += 1; side += (long)other[i][few[k]]; })
    ROWS(DOWN, { point[i][few[i % 6]] += 1; side += (long)other[i][few[k]]; })
    ROWS(DOWN, { for (int d = 0; d < D; d++) point[i][few[d]] -= i; })
    NUMBER(UP, { point[i][key[i]]++; other[i][3]--; })
    NUMBER(UP, { for (int d = 3; d >= 0; d--) point[i][d] *= other[i][(d + 1) % D]; })
    CYCLIC(UP, { point[i][key[i]] = other[i][few[key[i]]]; })
    CYCLIC(DOWN, { side += (long)point[i][key[i]]; other[i][D - 1] = side; })
    ROWS(UP, { cube[i][k % 2][few[i % 6]] ^= i; side += cube[i][1][k % D]; })
    NUMBER(UP, {
        for (int j = 0; j < 2; j++)
            for (int d = 0; d < D; d++) cube[i][j][d] += cube[i][1 - j][d];
    })
    NUMBER(UP, { cube[i][0][D + few[k]] += 1; }) /* in the other row of the block */
    SAME(i = 0; i + 1 < n;
         i++, &point[i + 1][1], upc_threadof(&point[i + 1][1]), { point[i + 1][key[i]] += i; })
    SAME(i = 0; i < n / 2; i++, 2 * i, 2 * i % THREADS, { point[2 * i][few[k]] += i; })
    SAME(UP, &twos[2 * i][0], upc_threadof(&twos[2 * i][0]), {
        twos[2 * i][few[k]] += i;
        twos[2 * i + 1][k] -= i;
    })
    SAME(UP, &twos[i][0], upc_threadof(&twos[i][0]), { twos[i][few[k]] += i; })
    CYCLIC(UP, { point[(i + 1) % n][few[k]] += 0; side += (long)other[(i * 5 + k) % n][few[k]]; })
}

static void types(int n, int k)
{
    NUMBER(UP, {
        pairs[i][few[k] % 3].low += 3;
        pairs[i][key[i] % 3].high = i;
        pairs[i][k % 3].v[i % 3] -= pairs[i][(k + 1) % 3].tag++;
        texts[i][key[i]] = texts[i][0] ? 0 : (shared [D] char *)&point[i][0];
        ordered[i][few[k]] += i;
        side += point[i][k]++ > other[i][k] ? 1 : 2;
    })
    ROWS(UP, {
        if (i % 3 == 1) continue;
        point[i][key[i]] = k;
        if (i > n - 3) break;
        other[i][k]--;
    })
    ROWS(UP, { int d = 0; while (d < D) point[i][d++] += 1; })
    ROWS(UP, { int d = D - 1; do point[i][d] += other[i][d]; while (d-- > 0); })
}

/* Behind a row and before it are those of other threads, or the next block. */
static void beyond(int n, int k)
{
    NUMBER(i = 1; i < n - 1; i++, { side += (long)point[i][D + k] + (long)point[i][k - 3]; })
    ROWS(i = 0; i < n - 1; i++, { other[i][D + k] += i; })
}

int main(void)
{
    volatile int n[] = {0, 1, 2, 7, N * THREADS}, k = 2;
    for (int s = 0; s < 5; s++) {
        int most = n[s] < N * THREADS ? n[s] : N * THREADS;
        if (most > 0)
            subscripts(most, k);
        types(most, k);
        beyond(most, k);
    }
    check_done();
    return 0;
}
