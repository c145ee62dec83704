// threads: 1 2 3 4
// unchecked
// conformance: LANG-6.6.2-S6 LANG-6.6.2-S7 LANG-6.4.2-S3
/* Loops over the calling thread's own elements and those at a constant distance from them, which at
 * the ends of a block are other threads': what they compute is what the same body does where the
 * affinity is a call, so that each iteration is tested and each element found by itself. */
#include <stddef.h>

#include "check.h"

#define N 32
#define ALL (N * THREADS)
struct pair { char tag; short low; double v[2]; };

static shared long a[ALL], b[ALL];
static shared [8] long c[ALL], d[ALL];
static shared [N] float e[ALL], f[ALL];
static shared [16] struct pair pairs[ALL];
static shared [16] int sums[ALL];
static shared [3] short small[ALL], tiny[ALL];
static strict shared [8] long ordered[ALL];
static shared [8] double grid[ALL][2];

static void fill(void)
{
    upc_forall (int i = 0; i < ALL; i++; upc_threadof(&a[i]))
        a[i] = 7 * i % 31, b[i] = i;
    upc_forall (int i = 0; i < ALL; i++; upc_threadof(&c[i]))
        c[i] = 5 * i % 23, d[i] = -i, ordered[i] = i;
    upc_forall (int i = 0; i < ALL; i++; upc_threadof(&e[i]))
        e[i] = (float)(i * 3 % 17), f[i] = 1;
    upc_forall (int i = 0; i < ALL; i++; upc_threadof(&sums[i])) {
        struct pair p = {(char)i, (short)(i * 9 % 41), {i, 0.5 * i}};
        sums[i] = i, pairs[i] = p;
    }
    upc_forall (int i = 0; i < ALL; i++; upc_threadof(&small[i]))
        small[i] = (short)(i % 19), tiny[i] = 0;
    upc_forall (int i = 0; i < ALL; i++; upc_threadof(&grid[i][0]))
        grid[i][0] = i, grid[i][1] = 2 * i;
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
    upc_barrier;
    upc_forall (int i = 0; i < ALL; i++; upc_threadof(&a[i]))
        sum = mix(mix(sum, a[i]), b[i]);
    upc_forall (int i = 0; i < ALL; i++; upc_threadof(&c[i])) {
        sum = mix(mix(mix(sum, c[i]), d[i]), ordered[i]);
        sum = mix(sum, (long)(grid[i][0] + 7 * grid[i][1]));
    }
    upc_forall (int i = 0; i < ALL; i++; upc_threadof(&e[i]))
        sum = mix(mix(sum, (long)(e[i] * 2)), (long)(f[i] * 4));
    upc_forall (int i = 0; i < ALL; i++; upc_threadof(&sums[i]))
        sum = mix(mix(sum, sums[i]),
                  pairs[i].tag + pairs[i].low + (long)(pairs[i].v[0] + 3 * pairs[i].v[1]));
    upc_forall (int i = 0; i < ALL; i++; upc_threadof(&small[i]))
        sum = mix(mix(sum, small[i]), tiny[i]);
    upc_barrier;
    return sum;
}

static volatile long side, after;

/* The loop with a counter of its own, with one that is read afterwards, and with an affinity that
 * is tested. */
#define LOOP(T, start, test, step, affinity, ...)                                \
    {                                                                            \
        unsigned long got[2], want;                                              \
        long got_side[2], got_after;                                             \
        T i;                                                                     \
        fill();                                                                  \
        side = 0;                                                                \
        upc_forall (T i = (start); test; step; affinity) __VA_ARGS__             \
        got_side[0] = side, got[0] = digest();                                   \
        fill();                                                                  \
        side = 0;                                                                \
        upc_forall (i = (start); test; step; affinity) __VA_ARGS__               \
        got_after = (long)i, got_side[1] = side, got[1] = digest();              \
        fill();                                                                  \
        side = 0;                                                                \
        upc_forall (i = (start); test; step; upc_threadof(affinity)) __VA_ARGS__ \
        after = (long)i, want = digest();                                        \
        CHECK_EQ(got_side[0], side);                                             \
        CHECK_EQ(got_side[1], side);                                             \
        CHECK_EQ(got_after, after);                                              \
        CHECK_EQ(got[0], want);                                                  \
        CHECK_EQ(got[1], want);                                                  \
    }

static void stencils(int n)
{
    LOOP(int, 1, i < n - 1, i++, &b[i], b[i] = a[i - 1] + a[i] + a[i + 1];)
    LOOP(int, 1, i < n - 1, i++, &d[i], d[i] = c[i - 1] + c[i] + c[i + 1];)
    LOOP(int, 1, i < n - 1, i++, &f[i], f[i] = 0.5f * (e[i - 1] + e[i + 1]);)
    LOOP(int, 2, i < n - 2, i++, &f[i], { f[i] = e[i - 2] + e[i + 2] * i; side += (long)e[i - 1]; })
    LOOP(int, 0, i < n - 3, i++, d + i, { *(d + i) += c[i + 3]; (1 + i)[c]; side += c[i + 2]; })
    LOOP(int, 1, i < n - 1, i++, &tiny[i], tiny[i] = (short)(small[i - 1] + small[1 + i]);)
    LOOP(int, n - 2, i > 0, i--, &d[i], d[i] = c[i - 1] - c[i + 1] * 2;)
    LOOP(int, n - 4, i >= 1, i--, &d[i], { d[i] ^= c[i + 3]; side -= c[i - 1] + c[i]; })
    LOOP(int, 1, i < n - 1, i += 2, &d[i], d[i] = c[i - 1] - c[i + 1] * 2;)
    LOOP(long, 0, i < n - 2, i++, &d[i + 1], d[i + 1] = c[i] - c[i + 2] * 2 + c[i + 1];)
    LOOP(size_t, 1, i < (size_t)n - 1, i++, &d[i], d[i] = c[i - 1] - c[i + 1] * 2;)
    LOOP(unsigned, 1, i < (unsigned)n - 1, i++, &d[i], d[i] = c[i - 1] - c[i + 1] * 2;)
    LOOP(int, 9, i <= n - 9, i++, &d[i], {
        d[i] = c[i - 9] + c[i + 8];
        side += c[i + 4] + c[i - 4];
    })
    LOOP(int, 1, i < 5, i++, &d[i], d[i] = c[i - 1] - c[i + 1] * 2;)
    LOOP(int, 5, i < 5, i++, &d[i], d[i] = c[i - 1] - c[i + 1] * 2;)
}

/* Elements at a distance that varies, up to a constant. */
static void windows(int n)
{
    LOOP(int, 0, i < n - 4, i++, &d[i], {
        int j = 0;
        while (j < 4 && c[i + j] < 12)
            j++;
        d[i] = j;
    })
    LOOP(int, 2, i < n - 2, i++, &d[i], for (int j = 0; j < 4; j++) d[i] += c[i + j - 2] * j;)
    LOOP(int, n - 7, i >= 0, i--, &f[i], for (int j = 0; j <= 6; j++) f[i] += e[i + j] * j;)
    LOOP(int, 0, i < n - 4, i++, &sums[i], {
        for (int j = 1; j < 4; j += 2)
            sums[i] += pairs[j + i].low + (int)pairs[i + j].v[j & 1];
    })
    LOOP(long, 1, i < n - 3, i++, d + i + 1, {
        long j = 0;
        if (d[i + 1] & 1)
            j = 2;
        side += c[i + 1 + j] - c[i];
    })
    LOOP(int, 0, i < n - 8, i++, &d[i], for (int j = 0; j < 8; j++) d[i] += c[i + j];)
    LOOP(int, 0, i < n - 4, i += 3, &f[i], { int j = i % 3; f[i] = e[i + j] + e[i]; })
}

static void bodies(int n)
{
    shared [8] long *p = c, *shifted = &c[3];
    LOOP(int, 0, i < n, i++, &d[i], {
        if (i > 0) d[i] += c[i - 1];
        if (i < n - 1) d[i] += c[i + 1];
    })
    LOOP(int, 1, i < n - 1, i++, &d[i], {
        if (c[i + 1] % 3 == 0) continue;
        d[i] = c[i - 1] + side;
        side++;
    })
    LOOP(int, 1, i < n - 1, i++, &d[i], {
        for (int j = 0; j < 5; j++) {
            if (j == 3) break;
            d[i] += c[i + 1] * j;
        }
    })
    LOOP(int, 1, i < n - 1, i++, &d[i], {
        long x = c[i];
        {
            long i = x;
            side += i;
        }
        d[i] += c[i - 1];
    })
    LOOP(int, 1, i < n - 1, i++, &d[i], { ordered[i] += 1; d[i] = ordered[i] + c[i + 1]; })
    LOOP(int, 1, i < n - 1, i++, &p[i], { d[i] = p[i - 1] + p[i + 1]; })
    LOOP(int, 1, i < n - 4, i++, &c[i], {
        d[i] = shifted[i - 1] + shifted[i + 1];
        side += shifted[i];
    })
    LOOP(int, 1, i < n - 1, i++, &sums[i], {
        sums[i] += pairs[i - 1].low * pairs[i + 1].tag;
        side += (long)(pairs[i].v[i % 2] + pairs[i + 1].v[1]);
        pairs[i].v[0] += 1;
    })
    LOOP(int, 1, i < n - 1, i++, &sums[i], {
        struct pair q = pairs[i + 1];
        sums[i] = q.low - pairs[i - 1].tag;
    })
    LOOP(int, 1, i < n - 1, i++, &grid[i][0], { grid[i][0] += grid[i - 1][1] + grid[i + 1][1]; })
    LOOP(int, 1, i < n / 2, i++, &b[2 * i], { b[2 * i] += a[2 * i - 1] - a[2 * i + 1]; })
}

/* Elements of other threads that move as the affinity does are written there. */
static void written_by_a_neighbour(int n)
{
    LOOP(int, 0, i < n - 1, i++, &a[i], b[i + 1] = a[i] * 3;)
    LOOP(int, 1, i < n, i++, &c[i], d[i - 1] = c[i] * 3;)
    LOOP(int, 0, i < n - 8, i++, &c[i], { shared [8] long *q = d + 8; q[i] = c[i] * 3; })
}

static void in_an_extent(int n)
{
    long sum = 0;
    fill();
    upc_forall (int k = 0; k < THREADS; k++; k)
        upc_forall (int i = 1; i < n - 1; i++; &d[i])
            sum += c[i - 1] + c[i + 1];
    for (int i = 1; i < n - 1; i++)
        sum -= c[i - 1] + c[i + 1];
    CHECK_EQ(sum, 0);
    upc_barrier;
}

int main(void)
{
    stencils(ALL);
    bodies(ALL);
    windows(ALL);
    written_by_a_neighbour(ALL);
    in_an_extent(ALL);
    check_done();
    return 0;
}
