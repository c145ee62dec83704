// conformance: LANG-6.4.2-S4
// Pointers to indefinitely blocked data that loops move, whichever way control takes and wherever
// else they are assigned.
#include "check.h"

enum { N = 40 };
struct item {
    int first;
    struct {
        short few[3];
    } inner;
    long last;
};
typedef shared [] int *walker;

static shared [] int *shared blocks[THREADS];
static shared [] struct item *shared items[THREADS];
static shared struct node { int value; shared [] struct node *next; } nodes[2 * THREADS];
static shared [] int *mine, *other;

static int value_of(int thread, int i) { return thread * 1000 + i; }

static long sum_of(int thread, int from, int to)
{
    long sum = 0;
    for (int i = from; i < to; i++)
        sum += value_of(thread, i);
    return sum;
}

static long parameter(shared [] int *p, int n)
{
    long sum = 0;
    while (n--)
        sum += *p++;
    return sum;
}

static long old_style(p, n)
    shared [] int *p;
    int n;
{
    long sum = 0;
    do
        sum += *p;
    while (p += 1, --n > 0);
    return sum;
}

static void simple(int t)
{
    long sum = 0, before = 0;
    CHECK_EQ(parameter(blocks[t], N), sum_of(t, 0, N));
    CHECK_EQ(old_style(blocks[t] + 2, N - 2), sum_of(t, 2, N));
    walker q;
    for (q = blocks[t] + N; q > blocks[t];)
        sum += *--q;
    CHECK_EQ(sum, sum_of(t, 0, N));
    sum = 0;
    for (walker p = blocks[t], end = p + N; p != end; p += 2) {
        sum += p[1];
        before += *p;
    }
    CHECK_EQ(sum + before, sum_of(t, 0, N));
    sum = 0;
    for (shared [] int *p = &blocks[t][-3]; p < blocks[t] + N - 3; p++)
        sum += *(p + 3) - 3[p] + *(3 + p);
    CHECK_EQ(sum, sum_of(t, 0, N));
}

/* The thread changes in the loop, or in the one around it. */
static void over_threads(void)
{
    shared [] int *p = blocks[0];
    long sum = 0, expected = 0;
    for (int t = 0; t < THREADS; t++) {
        p = blocks[t];
        for (int i = 0; i < N; i++, p++)
            sum += *p;
        expected += sum_of(t, 0, N);
    }
    CHECK_EQ(sum, expected);
    p = blocks[0];
    sum = 0;
    for (int i = 0, t = 0; t < THREADS; i++) {
        if (i == N) {
            i = -1;
            (p) = ++t < THREADS ? blocks[t] : 0;
            continue;
        }
        sum += *p++;
    }
    CHECK_EQ(sum, expected);
    sum = 0;
    for (int t = 0; t < THREADS; t++) {
        shared [] int *p;
        for (int twice = 0; twice < 2; twice++)
            for (p = blocks[t]; p < blocks[t] + N; p++)
                sum += *p;
    }
    CHECK_EQ(sum, 2 * expected);
}

/* Into and out of loops. */
static long jumps(int t, int into)
{
    __label__ middle, again;
    shared [] int *p = blocks[(t + 1) % THREADS];
    long sum = 0;
    int n = 0;
    if (into) {
        p = blocks[t];
        goto middle;
    }
    while (n < N) {
        if (n == 0)
            p = blocks[t];
    again:
        for (;;) {
        middle:
            sum += *p++;
            n++;
            if (n == 7)
                goto again;
            if (n >= N)
                break;
        }
    }
    switch (into) {
        for (; n < 2 * N; p++) {
        case 0:
        case 1:
            if (n == N)
                p = blocks[t];
            sum += *p;
            n++;
        }
    }
    return sum;
}

static void move(shared [] int **p, int t) { *p = blocks[t]; }

/* Assigned by others, by an asm, in a branch of _Generic and by a volatile name. */
static void unknown(int t)
{
    shared [] int *p = blocks[0], *q = blocks[0], *r = {blocks[t]};
    shared [] int *volatile v = blocks[t];
    long sums[4] = {0};
    for (int i = 0; i < N; i++, p++, q++, r++, v++) {
        if (i == 0) {
            move(&p, t);
            shared [] int *to = blocks[t];
            __asm__("" : "=r"(q) : "0"(to));
        }
        sums[0] += *p;
        sums[1] += *q;
        sums[2] += *r;
        sums[3] += *v;
    }
    for (int k = 0; k < 4; k++)
        CHECK_EQ(sums[k], sum_of(t, 0, N));
    shared [] int *g = blocks[0];
    long sum = 0;
    for (int i = 0; i < N; i++, g++) {
        if (i == 0)
            _Generic(i, int: g, default: g) = blocks[t];
        sum += *g;
    }
    CHECK_EQ(sum, sum_of(t, 0, N));
}

/* Data on another thread than the pointer that leads to them. */
static void through(int t)
{
    shared [] struct node *list = (shared [] struct node *)&nodes[t];
    int length = 0;
    for (shared [] struct node *n = list; n; n = n->next, length++) {
        shared [] struct node *here = n;
        for (int i = 0; i < 1; i++, here++) {
            CHECK_EQ(here->value, n->value);
            if (here->next)
                CHECK_EQ(here->next->value, here->value + THREADS * 10 + 10);
        }
    }
    CHECK_EQ(length, 2);
    long sum = 0, expected = 0;
    shared [] int *p = (shared [] int *)&blocks[0][0];
    for (int i = 0; i < 2; i++, p++)
        for (int k = 0; k < THREADS; k++) {
            shared int *cyclic = (shared int *)p;
            CHECK_EQ(upc_threadof((shared int *)p + k), upc_threadof(cyclic + k));
        }
    shared [] struct item *at = items[t];
    for (int i = 0; i < N; i++, at++) {
        sum += at->first + at->inner.few[i % 3] + (*at).last + (&at[0])->first;
        expected += 2 * value_of(t, i) + i % 100 + i;
    }
    CHECK_EQ(sum, expected);
}

static void update(int t)
{
    shared [] int *p = blocks[t], *q;
    for (int i = 0; i < N; i++)
        *p++ += i;
    while (p > blocks[t])
        (*--p)++;
    for (q = p; q < p + N; q++)
        CHECK_EQ(*q, value_of(t, (int)(q - p)) + (int)(q - p) + 1);
    strict shared [] int *s = (strict shared [] int *)p;
    for (int i = N; i-- > 0; s++)
        *s -= N - i;
    for (int i = 0; i < N; i++)
        CHECK_EQ(p[i], value_of(t, i));
    shared [] struct item *at = items[t] + N;
    while (at-- > items[t])
        at->inner.few[1] = at->inner.few[1] + 1;
    for (at = items[t]; at < items[t] + N; at += 1)
        CHECK_EQ(at->inner.few[1]--, (at - items[t]) % 100 + 1);
}

/* A variable without a value, in a loop that does not read it. */
static long without_value(int t, long steps, int known)
{
    shared [] int *p;
    long sum = 0;
    if (known)
        p = blocks[t];
    for (long i = 0; i < steps; i++) {
        sum += i ^ steps;
        if (known & 1)
            sum += *p++;
    }
    return sum;
}

int main(void)
{
    mine = blocks[MYTHREAD] = upc_alloc(N * sizeof(int));
    items[MYTHREAD] = upc_alloc(N * sizeof(struct item));
    for (int i = 0; i < 2; i++) {
        nodes[MYTHREAD + i * THREADS].value = 10 * (MYTHREAD + i * THREADS) + 10 * i;
        nodes[MYTHREAD + i * THREADS].next =
            i ? 0 : (shared[] struct node *)&nodes[MYTHREAD + THREADS];
    }
    for (int i = 0; i < N; i++) {
        mine[i] = value_of(MYTHREAD, i);
        shared [] struct item *at = &items[MYTHREAD][i];
        at->first = value_of(MYTHREAD, i);
        for (int k = 0; k < 3; k++)
            at->inner.few[k] = i % 100;
        at->last = i;
    }
    upc_barrier;
    for (int t = 0; t < THREADS; t++) {
        simple(t);
        CHECK_EQ(jumps(t, 0), 2 * sum_of(t, 0, N));
        CHECK_EQ(jumps(t, 1), 2 * sum_of(t, 0, N));
        unknown(t);
        through(t);
        CHECK_EQ(without_value(t, 0, 1), 0);
        CHECK_EQ(without_value(t, 4, 0), 4 + 5 + 6 + 7);
    }
    over_threads();
    upc_barrier;
    update((MYTHREAD + 1) % THREADS);
    upc_barrier;
    other = blocks[(MYTHREAD + 1) % THREADS];
    CHECK_EQ(parameter(other, N), sum_of((MYTHREAD + 1) % THREADS, 0, N));
    check_done();
    return 0;
}
