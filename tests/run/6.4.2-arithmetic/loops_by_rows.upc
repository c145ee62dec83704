// threads: 1 2 3 4 7
// unchecked
// conformance: LANG-6.4.2-S4
/* Loops whose counter goes by THREADS: an element keeps its thread, whose memory is looked up once.
 * They do the same as a loop with a counter whose address is taken, where each element is found by
 * itself. */
#include <limits.h>
#include <stddef.h>

#include "check.h"

#define N 40
struct pair { char tag; unsigned low : 3, high : 9; int v[3]; };

static shared long a[N * THREADS], b[N * THREADS];
static shared [5] int blocked[N * THREADS];
static shared [5] struct pair pairs[N * THREADS];
static shared short small[N * THREADS];
static shared _Bool flags[N * THREADS];
static shared void *shared links[N * THREADS];
static shared [5] int *shared phased[N * THREADS];
static strict shared long ordered[N * THREADS];

static void fill(void)
{
    upc_barrier;
    for (int i = 0; i < N * THREADS; i++) {
        struct pair p = {(char)i, (unsigned)i % 8, (unsigned)i % 500, {i, 2 * i, 3 * i}};
        if (upc_threadof(&a[i]) == MYTHREAD)
            a[i] = i, b[i] = 3 * i, small[i] = (short)(5 - i), flags[i] = i % 3 == 0,
            ordered[i] = i, links[i] = &a[i], phased[i] = &blocked[i];
        if (upc_threadof(&blocked[i]) == MYTHREAD)
            blocked[i] = 7 * i, pairs[i] = p;
    }
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
    for (int i = 0; i < N * THREADS; i++) {
        if (upc_threadof(&a[i]) == MYTHREAD) {
            sum = mix(mix(mix(mix(sum, a[i]), b[i]), small[i] * 2 + flags[i]), ordered[i]);
            sum = mix(sum, (long)upc_threadof(links[i]) * 7 + (long)upc_phaseof(phased[i]));
        }
        if (upc_threadof(&blocked[i]) == MYTHREAD) {
            sum = mix(mix(sum, pairs[i].tag + pairs[i].low * 10 + pairs[i].high * 100),
                      pairs[i].v[0] + 3 * pairs[i].v[2]);
            sum = mix(sum, blocked[i]);
        }
    }
    upc_barrier;
    return sum;
}

static void *volatile known;
static volatile long side, after;

/* The loop with a counter of its own, with one that is read afterwards, and with one that is not
 * the loop's alone. */
#define LOOP(T, start, test, step, ...)                             \
    {                                                               \
        unsigned long got[2], want;                                 \
        long got_side[2], got_after;                                \
        T i;                                                        \
        fill();                                                     \
        side = 0;                                                   \
        for (T i = (start); test; step) __VA_ARGS__                 \
        got_side[0] = side, got[0] = digest();                      \
        fill();                                                     \
        side = 0;                                                   \
        for (i = (start); test; step) __VA_ARGS__                   \
        got_after = (long)i, got_side[1] = side, got[1] = digest(); \
        {                                                           \
            T i;                                                    \
            known = &i;                                             \
            fill();                                                 \
            side = 0;                                               \
            for (i = (start); test; step) __VA_ARGS__               \
            after = (long)i, want = digest();                       \
        }                                                           \
        CHECK_EQ(got_side[0], side);                                \
        CHECK_EQ(got_side[1], side);                                \
        CHECK_EQ(got_after, after);                                 \
        CHECK_EQ(got[0], want);                                     \
        CHECK_EQ(got[1], want);                                     \
    }

static void elements(int n, long k)
{
    const int other = (MYTHREAD + 1) % THREADS;
    shared long *p = a, *q = b + 1;
    LOOP(int, MYTHREAD, i < n, i += THREADS, a[i] += k;)
    LOOP(int, MYTHREAD, i < n, i += THREADS, a[i] = b[i] + k * a[i];)
    LOOP(int, other, i < n, i += THREADS, { a[i] += k; side += b[i]; })
    LOOP(int, MYTHREAD + 2 * THREADS, i < n, i = i + THREADS, a[i] -= i;)
    LOOP(int, other, i <= n - 1, i += 2 * THREADS, a[i]++;)
    LOOP(int, N * THREADS - 1 - MYTHREAD, i >= 0, i -= THREADS, { a[i] -= side; side += --b[i]; })
    LOOP(int, n - 1 - MYTHREAD, 0 <= i, i = i - THREADS * 3, side += a[i]++ + b[i];)
    LOOP(int, MYTHREAD, i < n - 1, i += THREADS, { p[i] = q[i] + k; q[i]++; })
    LOOP(int, MYTHREAD, i < n - THREADS, i += THREADS,
         { a[i] = a[i + THREADS] + b[i + 1 < n ? i : 0]; })
    LOOP(int, MYTHREAD, i < n / 2, i += THREADS, { a[2 * i] += k; })
    LOOP(int, MYTHREAD, i < n, i += THREADS, { a[n - 1 - i] += k; *(b + i) ^= 5; (i)[b] |= 1; })
    LOOP(int, MYTHREAD * 5, i < n, i += 5 * THREADS, {
        blocked[i] += (int)k;
        side += blocked[i + 3 < n ? i + 3 : i];
    })
    LOOP(int, MYTHREAD * 5 + 2, i < n, i += THREADS * 10, { blocked[i]--; pairs[i].v[1]++; })
}

static void counters(int n, long k)
{
    LOOP(long, MYTHREAD, i < n, i += THREADS, a[i] += k;)
    LOOP(long long, MYTHREAD, n > i, i += THREADS, a[i] += i;)
    LOOP(unsigned, (unsigned)MYTHREAD, i < (unsigned)n, i += THREADS, a[i] += k;)
    LOOP(size_t, (size_t)MYTHREAD, i < (size_t)n, i += THREADS, a[i] += k;)
    LOOP(short, (short)MYTHREAD, i < n, i += THREADS, a[i] += k;)
    LOOP(unsigned long, (unsigned long)(n - 1 - MYTHREAD), i < (unsigned long)n, i -= THREADS,
         a[i] += k;)
    LOOP(int, MYTHREAD - 3 * THREADS, i < n, i += THREADS, { if (i >= 0) a[i] += k; })
    LOOP(int, MYTHREAD - 3000000 * THREADS, i < n, i += 1000000 * THREADS, {
        if (i >= 0 && i < n) a[i] += k;
    })
    LOOP(int, MYTHREAD, i < 3 * n, i += THREADS, { if (i < n) b[i] += k; })
    LOOP(int, N * THREADS, i < n, i += THREADS, a[i] += k;)
}

static void types(int n, long k)
{
    LOOP(int, MYTHREAD, i < n, i += THREADS, {
        small[i] += (short)k;
        flags[i] = small[i] % 4;
        ordered[i] += small[i];
    })
    LOOP(int, MYTHREAD, i < n, i += THREADS, {
        links[i] = &b[i];
        side += small[i] = (short)(70000 + k);
    })
    LOOP(int, MYTHREAD, i < n, i += THREADS, {
        phased[i] = phased[i] + k;
        phased[i]++;
        side += *phased[i / 2 * 0 + MYTHREAD];
    })
    LOOP(int, MYTHREAD * 5 + 1, i < n, i += 5 * THREADS, {
        pairs[i].low += 3;
        pairs[i].high = pairs[i].low * 2;
        pairs[i].tag++;
        for (int j = 0; j < 3; j++)
            pairs[i].v[j] += pairs[i].v[(j + 1) % 3] + j;
    })
    LOOP(int, MYTHREAD * 5 + 1, i < n, i += 5 * THREADS, {
        struct pair p = pairs[i];
        p.v[2]++;
        pairs[i] = p;
    })
}

static long twice(long x) { return 2 * x; }

static void bodies(int n, long k)
{
    shared long *p = a;
    int i = 0, m;
    LOOP(int, MYTHREAD, i < n, i += THREADS, {
        if (i % 4 == 1) continue;
        a[i] = twice(a[i]);
        if (a[i] > 50) break;
    })
    LOOP(int, MYTHREAD, i < n, i += THREADS, {
        if (i % 4 == 1) i += THREADS;
        if (i < n) a[i] = twice(a[i]);
    })
    LOOP(int, (p = a, MYTHREAD), i < n, i += THREADS, { p[i] += k; p = p == a ? b : a; })
    LOOP(int, MYTHREAD, i < n, i += THREADS, { shared long *p = b; int j = i; p[i] += k; a[j]--; })
    LOOP(int, MYTHREAD, i < n, i += THREADS,
         for (int j = MYTHREAD; j < n; j += THREADS) a[i] += b[j] + a[j] % 7;)
    LOOP(int, MYTHREAD, i < n, i += THREADS, {
        for (int j = MYTHREAD; j < i; j += THREADS) {
            a[i] += b[j];
            b[j]++;
        }
    })
    LOOP(int, (m = n, MYTHREAD), i < m, i += THREADS, {
        a[i] += m;
        if (m > n / 2) m--;
        if (i + THREADS >= m) m = n - 1;
    })
    if (n > 5 * THREADS) {
        fill();
        for (i = MYTHREAD; i < n; i += THREADS) {
            a[i] = -1;
        again:
            if (i < 2 * THREADS) {
                i += 2 * THREADS;
                goto again;
            }
            a[i] = -2;
        }
        CHECK_EQ(a[MYTHREAD], -1);
        CHECK_EQ(a[MYTHREAD + 2 * THREADS], -2);
        CHECK_EQ(a[MYTHREAD + THREADS], MYTHREAD + THREADS);
    }
    /* another step than the counter's own thread */
    upc_barrier;
    fill();
    upc_forall (i = 0; i < THREADS; i++; i)
        for (int j = i; j < n; j += THREADS)
            a[j] += j;
    upc_barrier;
    for (i = 0; i < n; i++)
        CHECK_EQ(a[i], 2 * i);
    upc_barrier;
}

static int calls(int x) { side++; return x; }

static void clauses(int n)
{
    LOOP(int, MYTHREAD, i < calls(n), i += THREADS, a[i]++;)
    LOOP(int, MYTHREAD, i < n && a[i] >= 0, i += THREADS, a[i]++;)
    LOOP(int, MYTHREAD, i < n, i += calls(THREADS), a[i]++;)
    int i = MYTHREAD;
    fill();
    for (; i < n; i += THREADS)
        a[i] = 1;
    for (int j = MYTHREAD, *p = &i; j < n; j += THREADS)
        a[j] += j * (*p > 0);
    for (int j = MYTHREAD; j < n; j += THREADS)
        CHECK_EQ(a[j], j + 1);
}

int main(void)
{
    const int sizes[] = {0, 1, THREADS, 2 * THREADS + 1, N * THREADS};
    for (int s = 0; s < (int)(sizeof sizes / sizeof *sizes); s++) {
        elements(sizes[s], s + 1);
        counters(sizes[s], s - 1);
        types(sizes[s], s);
        bodies(sizes[s], s);
        clauses(sizes[s]);
    }
    check_done();
    return 0;
}
