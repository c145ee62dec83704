// threads: 1 2 3 4
// conformance: LANG-6.6.2-S6 LANG-6.6.2-S7
/* Loops whose limits, arrays and affinity are variables at file scope: also where the body changes
 * them, by name, in a function, through a pointer, in a function that cleans up. Each computes what
 * a plain loop with a test of each iteration does. */
#include <math.h>

#include "check.h"

#define N 40

static int n, offset;
int *lead = &n; /* others may have one, too */
static shared double *g, *h, *first_g;
static shared [3] long *blocks;
shared [N] int *rows;
static long step_of_body;

static void set(void)
{
    n = N * THREADS, offset = 1, step_of_body = 0, g = first_g;
    upc_barrier;
    for (int i = 0; i < n; i++) {
        if (upc_threadof(&g[i]) == MYTHREAD)
            g[i] = i, h[i] = 2 * i;
        if (upc_threadof(&blocks[i]) == MYTHREAD)
            blocks[i] = 3 * i;
        if (upc_threadof(&rows[i]) == MYTHREAD)
            rows[i] = i % 7;
    }
    upc_barrier;
}

static double digest(void)
{
    double sum = 0;
    upc_barrier;
    for (int i = 0; i < N * THREADS; i++)
        sum = sum * 1.25 - floor(sum / 1024) * 1280 + g[i] + 3 * h[i] + 5 * (double)blocks[i] +
              7 * rows[i];
    upc_barrier;
    return sum + n * 1e4 + offset * 1e6 + (double)step_of_body;
}

__attribute__((noinline)) static void shrink(int to) { n = to; }
static void advance(int *unused) { (void)unused, offset++; }
__attribute__((noinline)) static int *address(void) { return lead; }

/* The same loop, by own iterations and with a test of each. */
#define COMPARE(first, last, affinity, ...)                             \
    {                                                                   \
        double got;                                                     \
        set();                                                          \
        upc_forall (int i = first; i < last; i++; affinity) __VA_ARGS__ \
        got = digest();                                                 \
        set();                                                          \
        for (int i = first; i < last; i++)                              \
            if (upc_threadof(affinity) == MYTHREAD) __VA_ARGS__         \
        CHECK(got == digest());                                         \
    }

int main(void)
{
    int *at = address(), part[4] = {0};
    struct { int limit; } s = {0};
    first_g = upc_all_alloc(THREADS, N * sizeof(double));
    h = upc_all_alloc(THREADS, N * sizeof(double));
    blocks = upc_all_alloc(THREADS * N, 3 * sizeof(long));
    rows = upc_all_alloc(THREADS, N * sizeof(int));

    /* Left as they are. */
    COMPARE(0, n, &g[i], { g[i] = 2 * h[i] + 1; })
    COMPARE(0, n - offset, &g[i + offset], { g[i + offset] += h[i + offset]; })
    COMPARE(0, n, &blocks[i], { blocks[i] = blocks[i] * 2 + i; })
    COMPARE(0, n, &rows[i], { rows[i]++, step_of_body += rows[i]; })
    COMPARE(0, n, &g[i], { g[i] = sqrt(h[i]) + fabs(g[i]); })
    COMPARE(0, n, &g[i], { part[i % 4] = i, part[1] = 5, s.limit = i, g[i] -= part[1] + s.limit; })

    /* Changed by the body. */
    COMPARE(0, n, &g[i], { g[i] = 1; if (i >= 2 * THREADS) n = 3 * THREADS; })
    COMPARE(0, n, &g[i], { g[i] = 1; if (i >= 2 * THREADS) shrink(3 * THREADS); })
    COMPARE(0, n, &g[i], { g[i] = 1; if (i >= 2 * THREADS) *at = 3 * THREADS; })
    COMPARE(0, n, &g[i], { g[i] = 1; if (i >= 2 * THREADS) at[0] = 3 * THREADS; })
    COMPARE(0, n, &blocks[i], {
        blocks[i] = offset;
        {
            int x __attribute__((cleanup(advance))) = 0;
            (void)x;
        }
    })
    COMPARE(0, n, &g[i], {
        g[i] = 1;
        if (i >= 2 * THREADS) { __asm__("" : "=r"(*at) : "0"(3 * THREADS)); }
    })
    COMPARE(0, n, &h[i], { g[i] += 1; if (i >= 2 * THREADS) g = h; })
    COMPARE(0, n - 1, &g[i], { (g + (i >= 2 * THREADS ? 0 : 0))[i] = 4; advance(0), offset--; })
    check_done();
    return 0;
}
