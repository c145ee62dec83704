// Products in which THREADS stands once, casts to qualified pointers, and functions of the old
// style or without a declaration.
// dynamic-only
// cflags: -Wno-upc-threads-product -Wno-upc-cast-qualifier -Wno-implicit-function-declaration -Wno-upc-incomplete-blocksizeof
#include <stddef.h>
#include <upc.h>
#include "check.h"
#define N 3
shared int a[THREADS * N * 10], b[2 * THREADS * N], c[(N * (THREADS)) * 2];
shared [N] int d[2][THREADS * N * 2];
shared [*] int e[5 * THREADS * N][2];
typedef shared int row[THREADS * 2 * 2];
row r[2];
shared struct unknown *incomplete;
shared [7] struct unknown *blocked;
extern shared [3] int open[];
_Static_assert(upc_blocksizeof(e) == 30 && upc_blocksizeof(*incomplete) == 1 &&
                   upc_blocksizeof(*blocked) == 7 &&
                   upc_blocksizeof(shared[] struct unknown) == 0 && upc_blocksizeof(open) == 3,
               "");

/* The parameters of a definition in the old style: the representation of pointers is theirs, small
 * types are promoted. */
static int thin(p, f, t) shared int *p; float f; char t; { return *p + (int)(2 * f) + t; }
static int wide(n, p) int n; shared [N] int *p; { return p[n]; }
static int generic(p, q) shared void *p; shared [N] int *q; { return (p == q) * 2 + (q == NULL); }
static int length(v)
shared int (*v)[2 * THREADS * 2];
{
    return (int)(sizeof *v / sizeof(int)) / THREADS;
}

int main(void)
{
    CHECK_EQ(sizeof a, 30 * THREADS * sizeof(int));
    CHECK_EQ(sizeof b + sizeof c, 12 * THREADS * sizeof(int));
    CHECK_EQ(sizeof r / sizeof r[0][0], 8 * THREADS);
    CHECK_EQ(upc_localsizeof(d), 12 * sizeof(int));
    for (int i = 0; i < 12 * THREADS; i++)
        if (upc_threadof(&d[i / (6 * THREADS)][i % (6 * THREADS)]) == (size_t)MYTHREAD)
            d[i / (6 * THREADS)][i % (6 * THREADS)] = i;
    upc_forall(int i = 0; i < 8 * THREADS; i++; i)
        r[i / (4 * THREADS)][i % (4 * THREADS)] = i;
    upc_barrier;
    for (int i = 0; i < 12 * THREADS; i++)
        CHECK_EQ((&d[0][0])[i], i);
    for (int i = 0; i < 8 * THREADS; i++)
        CHECK_EQ((&r[0][0])[i], i);

    shared [N] int *t = (shared [N] int *shared)upc_all_alloc(THREADS, N * sizeof(int));
    shared void *v = (shared void *shared)t;
    int x = 5, *y = (int *shared)&x;
    CHECK(*y == 5 && v == t);
    for (int i = 0; i < N; i++)
        t[MYTHREAD * N + i] = MYTHREAD * N + i;
    upc_barrier;
    for (int i = 0; i < N * THREADS; i++) {
        CHECK_EQ(((shared [N] int *shared)v)[i], i);
        CHECK_EQ(wide(i, t), i);
        CHECK_EQ(wide(0, t + i), i);
    }
    CHECK_EQ(wide(1, v), 1);
    CHECK_EQ(thin(&r[1][0], 1.5, 2), 4 * THREADS + 5);
    CHECK_EQ(thin(v, 0.5f, 'a'), 1 + 'a');
    CHECK_EQ(generic(t, t), 2);
    CHECK_EQ(generic(&d[0][0], t), 0);
    CHECK_EQ(generic(0, NULL), 3);
    CHECK_EQ(length(r), 4);
    int (*any)() = wide;
    CHECK_EQ(any(1, t + 1), 2);

    CHECK_EQ(undeclared(&r[1][0], 7, t + 1), 4 * THREADS + 7 + 1);
    CHECK_EQ(undeclared_too(t, v), 1);
    check_done();
    return 0;
}

int undeclared(shared int *p, int n, shared [N] int *q) { return *p + n + *q; }
int undeclared_too(shared [N] int *p, shared void *q) { return p == q; }
