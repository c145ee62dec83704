// threads: 1 2 3 4
// unchecked
// conformance: LANG-6.6.2-S6 LANG-6.4.2-S3
/* Loops over the calling thread's own elements and those at distances that are known when the loop
 * runs, or that move otherwise than own elements, in long blocks: what they compute is what the
 * same body does where the affinity is a call, so that each iteration is tested and each element
 * found by itself. */
#include "check.h"

#define N 256
#define ALL (N * THREADS)
#define TWICE (2 * N * THREADS)

static shared [64] long a[ALL], b[ALL], c[ALL];
static shared [128] int wide[TWICE];
static shared [N] double re[ALL], im[ALL];
static shared [64] struct pair { int low; double high; } pairs[ALL];
static shared long best[2][ALL];
static strict shared [64] long ordered[ALL];
static int weight[4] = {3, 70, 1, 200}, far_back = 5;

static void fill(void)
{
    upc_forall (int i = 0; i < ALL; i++; upc_threadof(&a[i]))
        a[i] = 7 * i % 31, b[i] = i, c[i] = 5 * i % 23, ordered[i] = i, pairs[i].low = -i;
    upc_forall (int i = 0; i < TWICE; i++; upc_threadof(&wide[i]))
        wide[i] = i * 11 % 101;
    upc_forall (int i = 0; i < ALL; i++; upc_threadof(&re[i]))
        re[i] = i % 17, im[i] = 1;
    upc_forall (int i = 0; i < ALL; i++; upc_threadof(&best[0][i]))
        best[0][i] = i * 13 % 37;
    upc_forall (int i = 0; i < ALL; i++; upc_threadof(&best[1][i]))
        best[1][i] = 0;
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
        sum = mix(mix(mix(mix(sum, a[i]), b[i]), c[i]), ordered[i] + pairs[i].low);
    upc_forall (int i = 0; i < TWICE; i++; upc_threadof(&wide[i]))
        sum = mix(sum, wide[i]);
    upc_forall (int i = 0; i < ALL; i++; upc_threadof(&re[i]))
        sum = mix(mix(sum, (long)(re[i] * 64)), (long)(im[i] * 64));
    upc_forall (int i = 0; i < ALL; i++; upc_threadof(&best[1][i]))
        sum = mix(sum, best[1][i]);
    upc_barrier;
    return sum;
}

static volatile long side, after;

/* The loop with a counter of its own, with one that is read afterwards, and with an affinity that
 * is tested. */
#define LOOP(start, test, step, affinity, ...)                                     \
    {                                                                              \
        unsigned long got[2], want;                                                \
        long got_side[2], got_after;                                               \
        int i;                                                                     \
        fill();                                                                    \
        side = 0;                                                                  \
        upc_forall (int i = (start); test; step; affinity) __VA_ARGS__             \
        got_side[0] = side, got[0] = digest();                                     \
        fill();                                                                    \
        side = 0;                                                                  \
        upc_forall (i = (start); test; step; affinity) __VA_ARGS__                 \
        got_after = (long)i, got_side[1] = side, got[1] = digest();                \
        fill();                                                                    \
        side = 0;                                                                  \
        upc_forall (i = (start); test; step; upc_threadof(affinity)) __VA_ARGS__   \
        after = (long)i, want = digest();                                          \
        CHECK_EQ(got_side[0], side);                                               \
        CHECK_EQ(got_side[1], side);                                               \
        CHECK_EQ(got_after, after);                                                \
        CHECK_EQ(got[0], want);                                                    \
        CHECK_EQ(got[1], want);                                                    \
    }

static void distances(int n, int d)
{
    LOOP(0, i < n - d, i++, &a[i], a[i] += b[i + d];)
    LOOP(0, i < n, i++, &a[i], if (i >= d) a[i] += b[i - d];)
    LOOP(0, i < n, i++, &a[i], if (i + d < n) a[i] = b[d + i] - c[i];)
    LOOP(d, i < n, i++, &a[i - d], a[i - d] += b[i];)
    LOOP(n - 1, i >= d, i--, &a[i], a[i] += b[i - d] * 3;)
    LOOP(0, i < n - d, i += 2, &a[i], a[i] += b[i + d];)
    LOOP(0, i < n - d, i++, &a[i], {
        int k = i + d;
        a[i] += b[k] * c[k];
        side += i;
    })
    LOOP(0, i < n - d - 1, i++, &a[i], {
        int k = i + d;
        a[i] += b[k] + b[k + 1] + c[i + d + 1];
    })
    LOOP(0, i < n - d, i++, &a[i], {
        int k = i + d;
        if (i % 3 == 0)
            k = i;
        a[i] += b[k];
    })
    LOOP(0, i < n, i++, &a[i], {
        int k = i;
        k -= d;
        if (k >= 0)
            a[i] += b[k];
    })
    LOOP(0, i < n - d, i++, &a[i], {
        if (b[i + d] % 5 == 0)
            continue;
        for (int k = 0; k < 3; k++) {
            if (k == 2)
                break;
            a[i] += c[i + d] + k;
        }
    })
    LOOP(0, i < n - d, i++, &a[i], {
        int i0 = i, k = i0 + d;
        a[i] += b[k];
    })
    LOOP(0, i < n - d, i++, &a[i], { ordered[i] += 1; a[i] += ordered[i] + pairs[i + d].low; })
    LOOP(0, i < n - d, i++, &b[i], c[i + d] = b[i] * 3;)
    LOOP(0, i < n, i++, &a[i], a[i] += wide[i + d];)
    LOOP(0, i < n, i++, &a[i], a[i] += wide[2 * i + 1] - wide[2 * i];)
    LOOP(0, 2 * i < n - d, i++, &a[2 * i], a[2 * i] += b[i + d];)
    LOOP(d, i < n, i++, &re[i], re[i] = im[i - d] + THREADS;)
    LOOP(0, i < n, i++, &re[i], { int k = i - MYTHREAD; if (k >= 0) re[i] += wide[k]; })
}

static void remainders(int n, int d)
{
    LOOP(0, i < n, i++, &a[i], a[i] = b[(i + 1) % ALL] + c[(i + ALL - 1) % ALL];)
    LOOP(0, i < n, i++, &a[i], a[i] += b[(i + d) % n] * b[(i + d) % n];)
    LOOP(0, i < n, i++, &a[i], if (i >= d) a[i] += b[(i - d) % n];)
    LOOP(0, i < n, i++, &a[i], a[i] += b[(i + d) % 7] + c[i % (d + 1)];)
    LOOP(0, i < n, i++, &a[i], a[i] += wide[(2 * i + 1) % TWICE];)
    LOOP(0, i < n, i++, &a[i], { int k = (i + d) % n; a[i] += b[k] - c[k]; })
    LOOP(n - 1, i >= 0, i--, &a[i], a[i] += b[(i + d) % ALL];)
}

static void pointers(int n, int d)
{
    shared [64] long *p = b, *shifted = &b[3], *moving = b;
    LOOP(0, i < n - d, i++, &a[i], a[i] += p[i + d];)
    LOOP(0, i < n - d - 3, i++, &a[i], a[i] += shifted[i + d] + *(p + i + d);)
    LOOP(0, i < n - d, i++, &a[i], { a[i] += moving[d + i]; moving = i % 2 ? b : c; })
    LOOP(0, i < n - far_back, i++, &a[i], a[i] += b[i + far_back];)
    LOOP(0, i < n - far_back, i++, &a[i], { int k = i + far_back; a[i] += b[k]; })
}

static void butterflies(int n)
{
    for (int half = 1; 2 * half <= n; half *= 2)
        if (n % (2 * half) == 0)
            LOOP(0, i < n, i++, &re[i],
                if ((i & half) == 0) {
                    int k = i + half;
                    double ar = re[i], ai = im[i], br = re[k], bi = im[k];
                    re[i] = (ar + br) / 2, im[i] = (ai + bi) / 2;
                    re[k] = (ar - br) / 2, im[k] = (ai - bi) / 2;
                })
}

/* Distances in a private array. In cyclic arrays each stays on a thread. */
static void by_tables(int n)
{
    for (int w = 0; w < 4; w++) {
        LOOP(0, i < n, i++, &best[1][i], {
            best[1][i] = best[0][i];
            if (i >= weight[w] && best[0][i - weight[w]] + w > best[1][i])
                best[1][i] = best[0][i - weight[w]] + w;
        })
        LOOP(0, i < n, i++, &a[i], if (i >= weight[w]) a[i] += b[i - weight[w]];)
        LOOP(0, i < n, i++, &a[i], {
            weight[w] = (i + w) % 97;
            if (i >= weight[w])
                a[i] += b[i - weight[w]];
        })
        weight[w] = w * 50;
    }
}

int main(void)
{
    int d[] = {0, 1, 31, 63, 64, 65, 127, 200};
    for (int k = 0; k < (int)(sizeof d / sizeof *d); k++)
        distances(ALL, d[k]), remainders(ALL - d[k] / 9, d[k]);
    pointers(ALL, 0);
    pointers(ALL, 100);
    butterflies(ALL);
    by_tables(ALL);
    check_done();
    return 0;
}
