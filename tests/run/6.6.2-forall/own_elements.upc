// threads: 1 2 3 4 7
// unchecked
// cflags: -Wno-upc-forall-exit
// conformance: LANG-6.6.2-S6 LANG-6.6.2-S7 LANG-6.4.2-S4
/* Loops over the calling thread's own elements of arrays that are divided alike: what they compute
 * is what the same body does where the affinity is a call, so that each iteration is tested and
 * each element found by itself. */
#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "check.h"

#define N 60
struct pair { char tag; unsigned low : 3, high : 9; int v[3]; };
typedef struct { long re; char odd[3]; } __attribute__((packed)) packed_t;

static shared long a[N * THREADS], b[N * THREADS];
static shared [5] long c[N * THREADS], d[N * THREADS];
static shared [N] double e[N * THREADS], f[N * THREADS];
static shared [5] struct pair pairs[N * THREADS];
static shared [5] packed_t packed[N * THREADS];
static shared short small[N * THREADS];
static shared _Bool flags[N * THREADS];
static shared [5] char bytes[N * THREADS];
static shared [5] long *shared [5] targets[N * THREADS];
static strict shared long ordered[N * THREADS];
static shared [6] long other_blocks[N * THREADS];

static void fill(void)
{
    upc_forall (int i = 0; i < N * THREADS; i++; upc_threadof(&a[i])) {
        a[i] = i, b[i] = 3 * i + 1, small[i] = 5 - i, flags[i] = i % 3 == 0, ordered[i] = 2 * i;
    }
    upc_forall (int i = 0; i < N * THREADS; i++; upc_threadof(&c[i])) {
        struct pair p = {(char)i, i % 8, i % 500, {i, 2 * i, 3 * i}};
        packed_t q = {i, {1, 2, (char)i}};
        c[i] = 7 - i, d[i] = i * i, pairs[i] = p, packed[i] = q, bytes[i] = (char)(i * 7);
        targets[i] = &c[N * THREADS - 1 - i];
    }
    upc_forall (int i = 0; i < N * THREADS; i++; upc_threadof(&e[i]))
        e[i] = i, f[i] = 0.5 * i;
    upc_forall (int i = 0; i < N * THREADS; i++; upc_threadof(&other_blocks[i]))
        other_blocks[i] = i;
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
        if (upc_threadof(&a[i]) == MYTHREAD)
            sum = mix(mix(mix(mix(mix(sum, a[i]), b[i]), small[i]), flags[i]), ordered[i]);
        if (upc_threadof(&c[i]) == MYTHREAD) {
            sum = mix(mix(mix(sum, c[i]), d[i]),
                      bytes[i] + pairs[i].tag + pairs[i].low * 10 + pairs[i].high * 100);
            sum = mix(mix(sum, pairs[i].v[0] + 3 * pairs[i].v[1] + 5 * pairs[i].v[2]),
                      packed[i].re + packed[i].odd[1]);
            sum = mix(mix(sum, (long)upc_threadof(targets[i])), (long)upc_phaseof(targets[i]));
        }
        if (upc_threadof(&e[i]) == MYTHREAD)
            sum = mix(mix(sum, (long)(e[i] * 4)), (long)(f[i] * 4));
    }
    upc_barrier;
    return sum;
}

static volatile long after, side;

#define COMPARE(loop, tested)                    \
    {                                            \
        unsigned long got, want;                 \
        long got_after, got_side;                \
        fill();                                  \
        after = side = 0;                        \
        loop got_after = after, got_side = side; \
        got = digest();                          \
        fill();                                  \
        after = side = 0;                        \
        tested want = digest();                  \
        CHECK_EQ(got_after, after);              \
        CHECK_EQ(got_side, side);                \
        CHECK_EQ(got, want);                     \
    }

/* With a counter that the loop declares, and with one that is read afterwards. */
#define LOOP(T, start, test, step, element, ...)                                              \
    {                                                                                         \
        T i;                                                                                  \
        COMPARE(upc_forall (T i = (start); test; step; &(element)) __VA_ARGS__,               \
                upc_forall (T i = (start); test; step; upc_threadof(&(element))) __VA_ARGS__) \
        COMPARE(upc_forall (i = (start); test; step; &(element)) __VA_ARGS__ after = (long)i; \
                , upc_forall (i = (start); test; step; upc_threadof(&(element)))              \
                      __VA_ARGS__ after = (long)i;)                                           \
    }
/* The affinity is a number. */
#define NUMBER(T, start, test, step, number, ...)                         \
    COMPARE(upc_forall (T i = (start); test; step; (number)) __VA_ARGS__, \
            upc_forall (T i = (start); test; step; upc_threadof(&a[number])) __VA_ARGS__)

static void layouts(int n, long k)
{
    LOOP(int, 0, i < n, i++, a[i], a[i] = b[i] + k * a[i];)
    LOOP(int, 0, i < n, i++, c[i], c[i] = d[i] + k * c[i];)
    LOOP(int, 0, i < n, i++, e[i], e[i] = f[i] + (double)k * e[i];)
    LOOP(int, 0, i < n, i++, a[i], { a[i] += i; b[i] -= k + i; })
    LOOP(int, 0, i < n, i++, c[i], { c[i] += i; d[i] -= k + i; side += i; })
    LOOP(int, 0, i < n, i++, e[i], { e[i] += i; f[i]++; side += i * i; })
    NUMBER(int, 0, i < n, i++, i, a[i] = b[i] * i;)
    NUMBER(long, 0, i < n, i++, i % THREADS, a[i]++;)
    NUMBER(int, 2, i <= n - 1, i += 3, i, b[i] = k;)
}

static void directions(int n, long k)
{
    LOOP(int, n - 1, i >= 0, i--, a[i], a[i] = b[i] + k * a[i];)
    LOOP(int, n - 1, i > -1, i--, c[i], c[i] = d[i] + k * c[i] + i;)
    LOOP(int, n - 1, i >= 0, --i, c[i], c[i] = d[i] + k * c[i];)
    LOOP(int, n - 1, 3 <= i, i -= 5, c[i], { c[i] ^= d[i]; })
    LOOP(int, n - 1, i >= 0, i -= 1, e[i], e[i] -= f[i];)
    LOOP(int, 1, i < n, i += 5, c[i], c[i] = d[i] + i;)
    LOOP(int, 0, i < n / 5, i++, c[5 * i + 2], {
        c[5 * i + 2] = d[5 * i + 2] + i;
        d[5 * i + 2] = 1;
    })
    LOOP(int, 0, i < n, i++, c[n - 1 - i], c[n - 1 - i] += d[n - 1 - i];)
    LOOP(int, 0, i < n, i++, a[n - 1 - i], a[n - 1 - i] += b[n - 1 - i] * i;)
    LOOP(int, -3, i < n - 3, i++, c[i + 3], c[i + 3] += d[i + 3];)
    LOOP(int, 0, i < n / 3, i++, a[3 * i + 1], a[3 * i + 1] = k;)
    LOOP(int, 5, i < 5, i++, a[i], a[i] = -1;)
    LOOP(int, 9, i < 3, i++, c[i], c[i] = -1;)
}

static void counters(int n, long k)
{
    LOOP(long, 0, i < n, i++, a[i], a[i] = b[i] + i;)
    LOOP(long long, 0, n > i, i++, c[i], c[i] = d[i] + k;)
    LOOP(unsigned, 0, i < (unsigned)n, i++, c[i], c[i] = d[i] + (long)i;)
    LOOP(unsigned, n ? (unsigned)n - 1 : 0, i > 0u, i--, a[i], a[i] = b[i] + (long)i;)
    LOOP(size_t, 0, i < (size_t)n, i++, c[i], c[i] = d[i] - k;)
    LOOP(size_t, 1, i < (size_t)n, i++, a[i - 1], a[i - 1] = k;)
    LOOP(short, 0, i < n, i++, c[i], c[i] = d[i];)
    LOOP(unsigned char, 0, i < (n < 250 ? n : 250), i++, a[i], a[i] = b[i];)
    LOOP(int, 0, i < (size_t)n, i++, c[i], c[i] = d[i] + i;)
    LOOP(int, 0, i != n, i++, c[i], c[i] = d[i] + i;)
    LOOP(long, 0, i < (long)n * 2 / 2, i++, c[i], c[i] = d[i] + i;)
}

static void types(int n, long k)
{
    LOOP(int, 0, i < n, i++, small[i], {
        small[i] += (short)k;
        flags[i] = small[i] % 4;
        ordered[i] += small[i];
    })
    LOOP(int, 0, i < n, i++, small[i], side += small[i]++ + --a[i] + (flags[i] ^= 1);)
    LOOP(int, 0, i < n, i++, ordered[i], ordered[i] = a[i] + ordered[i];)
    LOOP(int, 0, i < n, i++, bytes[i], {
        bytes[i] += bytes[i];
        side += bytes[i] = (char)(200 + k);
    })
    LOOP(int, 0, i < n, i++, pairs[i].tag, {
        pairs[i].low += 3;
        pairs[i].high = pairs[i].low * 2;
        pairs[i].tag = (char)pairs[i].v[1];
        for (int j = 0; j < 3; j++)
            pairs[i].v[j] += pairs[i].v[(j + 1) % 3] + j;
    })
    LOOP(int, 0, i < n, i++, pairs[i], { struct pair p = pairs[i]; p.v[2]++; pairs[i] = p; })
    LOOP(int, 0, i < n, i++, packed[i], {
        packed[i].re += k;
        packed[i].odd[1] = (char)packed[i].re;
    })
    LOOP(int, 0, i < n, i++, targets[i], targets[i] = &c[i];)
    LOOP(int, 0, i < n, i++, c[i], {
        shared[5] long *p = &c[i];
        *p += (long)upc_phaseof(p);
        side += *p;
    })
    LOOP(int, 0, i < n, i++, c[i], { (c)[(i)] += *(d + i); *(i + c) += i[d]; })
}

/* Elements that are not the thread's, or not where the affinity's are. */
static void elsewhere(int n, long k)
{
    shared [5] long *p = c, *shifted = c + 1, *row = c + 5 * THREADS, *next = c + 5;
    shared long *q = a, *q1 = a + 1;
    LOOP(int, 0, i < n, i++, p[i], p[i] = d[i] + k;)
    LOOP(int, 0, i < n - 1, i++, d[i], d[i] += shifted[i];)
    LOOP(int, 0, i < n - 5, i++, d[i], d[i] += next[i];)
    LOOP(int, 0, i < n - 5 * THREADS, i++, d[i], d[i] += row[i];)
    LOOP(int, 0, i < n - 5 * THREADS, i++, row[i], row[i] += i;)
    LOOP(int, 0, i < n - 1, i++, shifted[i], shifted[i] += i;)
    LOOP(int, 0, i < n, i++, q[i], q[i] = b[i] + k;)
    LOOP(int, 0, i < n - 1, i++, b[i], b[i] = q1[i] + k;)
    LOOP(int, 0, i < n - 1, i++, q1[i], q1[i] += b[i + 1];)
    LOOP(int, 0, i < n, i++, c[i], c[i] = d[i] + other_blocks[i];)
    LOOP(int, 1, i < n - 1, i++, c[i], c[i] = d[i - 1] + d[i] + d[i + 1];)
    LOOP(int, 1, i < n - 1, i++, a[i], a[i] = b[i - 1] + b[i] + b[i + 1];)
    LOOP(int, 0, i < n, i++, c[i], {
        shared[5] long *p = &d[0];
        p[i] = c[i];
        int n = 7;
        c[i] += n;
    })
    NUMBER(int, 0, i < n, i++, i, { int j = i; a[j] += i; shared long *m = &a[i]; m[0]++; })
}

static long twice(long x) { return 2 * x; }

/* Bodies that leave early, go on early, and change what the loop depends on. */
static void bodies(int n, long k)
{
    shared long *q = a;
    LOOP(int, 0, i < n, i++, c[i], { if (i % 3 == 1) continue; c[i] += i; if (d[i] < 0) break; })
    LOOP(int, 0, i < n, i++, c[i], { if (c[i] % 3 == 1) continue; c[i] = twice(d[i]); })
    LOOP(int, 0, i < n, i++, a[i], { a[i] += 5; if (a[i] > 40) break; })
    LOOP(int, 0, i < n, i++, a[i], { for (int j = 0;; j++) { a[i] += j; if (j > 4) break; } })
    LOOP(int, 0, i < n, i++, a[i], {
        switch (a[i] % 3) {
        case 0: a[i]++; break;
        case 1: continue;
        default: b[i]--;
        }
        a[i]++;
    })
    LOOP(int, 0, i < n, i++, a[i], { static int calls; a[i] += calls++ * 0; })
    LOOP(int, 0, i < n, i++, a[i], { if (a[i] == 2 * k) i++; a[i < N * THREADS ? i : 0] += 0; })
    int limit;
    COMPARE(
        limit = n; upc_forall (int i = 0; i < limit; i++; &c[i]) {
            c[i] = 1;
            if (limit > 9) limit--;
        } after = limit;
        , limit = n; upc_forall (int i = 0; i < limit; i++; upc_threadof(&c[i])) {
            c[i] = 1;
            if (limit > 9) limit--;
        } after = limit;)
    COMPARE(
        upc_forall (int i = 0; i < n; i++; &b[i]) {
            b[i] += q[i];
            if (i == N) q = b;
        } q = a;
        ,
        upc_forall (int i = 0; i < n; i++; upc_threadof(&b[i])) {
            b[i] += q[i];
            if (i == N) q = b;
        } q = a;)
    COMPARE(
        upc_forall (int i = 0; i < n; i++; &c[i]) {
            if (i == N + 3) goto out;
            c[i] = i;
        } out
        :;
        ,
        upc_forall (int i = 0; i < n; i++; upc_threadof(&c[i])) {
            if (i == N + 3) goto end;
            c[i] = i;
        } end
        :;)
    /* in the extent of another loop every thread executes every iteration: thread 0 alone goes
     * there */
    COMPARE(
        upc_forall (int j = 0; j < 1; j++; j) {
            upc_forall (int i = 0; i < n; i++; &c[i]) c[i] += d[i];
        },
        if (MYTHREAD == 0) for (int i = 0; i < n; i++) c[i] += d[i];)
}

static void add_all(int n) { upc_forall (int i = 0; i < n; i++; &c[i]) c[i] += d[i]; }

static void called(int n)
{
    COMPARE(upc_forall (int j = 0; j < 1; j++; j) add_all(n);,
            if (MYTHREAD == 0) for (int i = 0; i < n; i++) c[i] += d[i];)
    COMPARE(add_all(n);, upc_forall (int i = 0; i < n; i++; upc_threadof(&c[i])) c[i] += d[i];)
}

static void ends_of_types(void)
{
    long sum = 0;
    upc_forall (int i = INT_MAX - 40; i <= INT_MAX - 1; i++; &a[i - (INT_MAX - 40)])
        a[i - (INT_MAX - 40)] = i;
    upc_barrier;
    for (int i = 0; i < 40; i++)
        sum += a[i] - (INT_MAX - 40 + i);
    CHECK_EQ(sum, 0);
    upc_barrier;
    upc_forall (unsigned i = UINT_MAX - 40; i < UINT_MAX; i++; &a[i - (UINT_MAX - 40)])
        a[i - (UINT_MAX - 40)] = i;
    upc_barrier;
    for (int i = 0; i < 40; i++)
        sum += a[i] - (long)(UINT_MAX - 40 + (unsigned)i);
    CHECK_EQ(sum, 0);
}

int main(void)
{
    const int sizes[] = {0, 1, 4, 5, 6, 17, N, N * THREADS};
    for (int s = 0; s < (int)(sizeof sizes / sizeof *sizes); s++) {
        int n = sizes[s] <= N * THREADS ? sizes[s] : N * THREADS;
        layouts(n, s - 2);
        directions(n, s + 1);
        counters(n, 3 * s);
        types(n, s);
        elsewhere(n, s);
        bodies(n, s);
        called(n);
    }
    ends_of_types();
    check_done();
    return 0;
}
