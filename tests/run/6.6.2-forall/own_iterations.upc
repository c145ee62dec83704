// threads: 1 2 3 4 7
// unchecked
// conformance: LANG-6.6.2-S6 LANG-6.6.2-S7 LANG-6.6.2-S8
/* Loops whose counter moves regularly, in which a thread goes from one of its own iterations to the
 * next: they execute the iterations that a test of each finds, in order, and leave the counter
 * where it belongs. */
#include <limits.h>
#include <stddef.h>

#include "check.h"

#define N 96
struct item { int x, y[3]; };
shared int cyclic[N * THREADS];
shared [4] int blocked[N * THREADS];
shared [N] long rows[THREADS][N];
shared [6] int tiles[THREADS][4][6];
shared [2] struct item items[N * THREADS];
shared [] int *one;

static unsigned long seen, visits;
static void visit(long i) { seen = seen * 31 + (unsigned long)i; visits++; }

static unsigned long wanted, expected;
static void want(long i) { wanted = wanted * 31 + (unsigned long)i; expected++; }

static void compare(long line)
{
    CHECK_EQ(visits, expected);
    if (seen != wanted)
        check_failed(__FILE__, (int)line, "the order of iterations", (long)seen, (long)wanted);
    seen = visits = wanted = expected = 0;
}

static int mine(long affinity) { return ((affinity % THREADS) + THREADS) % THREADS == MYTHREAD; }

/* The same loop three times: declared counter, counter that is read afterwards, and tested. */
#define LOOP(T, start, test, step, affinity, is_mine)                    \
    {                                                                    \
        T i, after;                                                      \
        upc_forall (T i = (start); test; step; affinity) visit((long)i); \
        upc_forall (i = (start); test; step; affinity) visit((long)i);   \
        after = i;                                                       \
        for (int twice = 0; twice < 2; twice++)                          \
            for (i = (start); test; step)                                \
                if (is_mine) want((long)i);                              \
        CHECK_EQ(after, i);                                              \
        compare(__LINE__);                                               \
    }
#define NUMBER(T, start, test, step, affinity) \
    LOOP(T, start, test, step, affinity, mine((long)(affinity)))
#define PLACE(T, start, test, step, element) \
    LOOP(T, start, test, step, &(element), upc_threadof(&(element)) == MYTHREAD)

static void numbers(int n)
{
    const int shift = 2 - n % 5;
    NUMBER(int, 0, i < n, i++, i)
    NUMBER(int, 3, i <= n, ++i, i + shift)
    NUMBER(long, -7, i < n, i += 2, i - 1)
    NUMBER(int, n, i > -n, i--, i)
    NUMBER(int, n, -5 <= i, i -= 3, shift - i)
    NUMBER(long long, 1, n >= i, i = i + 5, 3 * i)
    NUMBER(unsigned, 1, i < (unsigned)n, i++, i)
    NUMBER(unsigned, (unsigned)n, i > 2u, i--, i)
    NUMBER(size_t, 0, i < (size_t)n, i++, i % THREADS)
    NUMBER(size_t, (size_t)n, i > 0, --i, i)
    NUMBER(int, 0, i < (size_t)n, i++, i % THREADS)
    NUMBER(int, 0, i < n, i += 4, i * 6 + shift)
    NUMBER(int, 0, i < n, i++, shift)
    NUMBER(int, 0, i < n, i++, MYTHREAD + i)
    NUMBER(short, 0, i < n, i++, i)
    NUMBER(int, 0, i != n, i++, i)
    NUMBER(int, 0, i < n, i++, i / 3)
    NUMBER(int, 0, i < n - i, i++, i)
}

static void places(int n)
{
    shared int *c = cyclic;
    shared [4] int *b = blocked + 3;
    PLACE(int, 0, i < n, i++, cyclic[i])
    PLACE(int, n - 1, i >= 0, i--, cyclic[i])
    PLACE(int, 0, i < n / 3, i++, cyclic[3 * i + 1])
    PLACE(int, 1, i < n, i += 2, c[i])
    PLACE(size_t, 1, i < (size_t)n, i++, cyclic[i - 1])
    PLACE(int, 0, i < n, i++, blocked[i])
    PLACE(int, 0, i < n - 3, i++, b[i])
    PLACE(int, n - 1, i >= 0, i--, blocked[i])
    PLACE(int, n - 4, i > 0, i--, *(b + i))
    PLACE(int, 1, i < n, i += 2, blocked[i])
    PLACE(int, n - 2, i >= 0, i -= 2, blocked[i])
    PLACE(int, 2, i < n, i += 3, blocked[i])
    PLACE(int, 0, i < n / 4, i++, blocked[4 * i + 2])
    PLACE(int, 0, i < n / 8, i++, blocked[8 * i + 2])
    PLACE(int, 0, i < n, i++, blocked[n - 1 - i])
    PLACE(int, 0, i < THREADS, i++, rows[i][n % N])
    PLACE(int, 0, i < n % N, i++, rows[THREADS - 1][i])
    PLACE(int, 0, i < 6, i++, tiles[THREADS / 2][1][i])
    PLACE(int, 0, i < 4, i++, tiles[THREADS / 2][i][5])
    PLACE(int, 0, i < THREADS, i++, tiles[i][2][3])
    PLACE(int, 0, i < n, i++, items[i].y[2])
    PLACE(int, n - 1, i > 1, i--, items[i].x)
    PLACE(int, 0, i < N, i++, one[i])
    LOOP(int, 0, i < n, i++, blocked + i, upc_threadof(blocked + i) == MYTHREAD)
    LOOP(int, 0, i < n, i++, (shared void *)(c + i), upc_threadof(c + i) == MYTHREAD)
}

/* No sum overflows where the loop's own does not. */
static void ends_of_types(void)
{
    NUMBER(int, INT_MAX - 9, i < INT_MAX, i++, i)
    NUMBER(int, INT_MIN + 9, i > INT_MIN, i--, i)
    NUMBER(int, INT_MAX - 100, i < INT_MAX - 30, i += 31, i)
    NUMBER(long, LONG_MAX - 9, i < LONG_MAX, i++, i)
    NUMBER(long, LONG_MIN + 20, i > LONG_MIN, i--, i)
    NUMBER(unsigned, UINT_MAX - 9, i < UINT_MAX, i++, i)
    LOOP(unsigned long, ULONG_MAX - 9, i < ULONG_MAX, i++, i, i % THREADS == MYTHREAD)
    LOOP(unsigned long, 9, i > 0, i--, i, i % THREADS == MYTHREAD)
    LOOP(unsigned, UINT_MAX - 4, i < UINT_MAX - 1, i += 2, i, i % THREADS == MYTHREAD)
    NUMBER(int, 5, i < 5, i++, i)
    NUMBER(int, 5, i < -5, i++, i)
    NUMBER(int, -3, i < (unsigned)6, i++, i)
}

static int outside;
static void grow(int *p) { ++*p; }

/* A cast to elements of another size begins a block: the phase says no more where the object's own
 * block ends (6.4.3). */
static void casts(int n)
{
    LOOP(int, 3, i < n, i += 2, (shared[4] char *)&blocked[i],
         upc_threadof(&blocked[i]) == MYTHREAD)
    LOOP(int, 1, i < n, i++, (shared[4] float *)(blocked + i),
         upc_threadof(&blocked[i]) == MYTHREAD)
    LOOP(int, 1, i < n, i++, (shared void *)&blocked[i], upc_threadof(&blocked[i]) == MYTHREAD)
    LOOP(int, 1, i < n, i++, (shared [4] char *)&blocked[1] + i,
         upc_threadof((shared [4] char *)&blocked[1] + i) == MYTHREAD)
}

/* Bodies that change what the clauses read, or that leave early. */
static void bodies(int n)
{
    int i, limit = n, count = 0;
    upc_forall (i = 0; i < limit; i++; i)
        if (limit > 10)
            limit--;
    int last = n;
    for (int k = 0; k < last; k++)
        if (mine(k) && last > 10)
            last--;
    CHECK_EQ(limit, last);
    CHECK(i >= limit);

    upc_forall (i = 0; i < n; i++; &cyclic[i]) {
        if (i % 2)
            continue;
        visit(i);
    }
    for (int k = 0; k < n; k++)
        if (mine(k) && k % 2 == 0)
            want(k);
    compare(__LINE__);

    upc_forall (int k = 0; k < n; k++; k)
        upc_forall (int j = 0; j < 5; j++; &blocked[j])
            count++;
    for (int k = 0; k < n; k++)
        count -= mine(k) ? 5 : 0;
    CHECK_EQ(count, 0);

    /* the body moves the counter, by its name or behind its back */
    upc_forall (int k = 0; k < n; k++; k) {
        visit(k);
        if (k % 3 == 0)
            k++;
    }
    for (int k = 0; k < n; k++)
        if (mine(k)) {
            want(k);
            if (k % 3 == 0)
                k++;
        }
    compare(__LINE__);
    upc_forall (int k = 0; k < n; k++; k) {
        visit(k);
        grow(&k);
    }
    for (int k = 0; k < n; k++)
        if (mine(k)) {
            want(k);
            k++;
        }
    compare(__LINE__);
    upc_forall (outside = 0; outside < n; outside++; outside) {
        visit(outside);
        grow(&outside);
    }
    for (outside = 0; outside < n; outside++)
        if (mine(outside)) {
            want(outside);
            outside++;
        }
    compare(__LINE__);

    /* the body moves the affinity */
    int shift = 0;
    upc_forall (int k = 0; k < n; k++; k + shift) {
        visit(k);
        shift++;
    }
    shift = 0;
    for (int k = 0; k < n; k++)
        if (mine(k + shift)) {
            want(k);
            shift++;
        }
    compare(__LINE__);
}

int main(void)
{
    one = upc_all_alloc(1, N * sizeof(int));
    for (int n = 0; n < N; n += n < 14 ? 1 : 27) {
        numbers(n);
        places(n);
        casts(n);
        bodies(n);
    }
    ends_of_types();
    check_done();
    return 0;
}
