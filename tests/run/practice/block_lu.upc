// libs: -lm
// LU of blocks dealt round robin; kernels behind a table of functions of pointers-to-shared.
#include <upc_relaxed.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#define NBK 5
#define BS 4
typedef struct { double a[BS][BS]; } block_t;
typedef shared [1] block_t *blocks_p;
blocks_p A; double orig[NBK * BS][NBK * BS];
#define B(i,j) A[(i) * NBK + (j)]
typedef void (*kernel_t)(shared block_t *, shared block_t *, shared block_t *);
static void diag(shared block_t *d, shared block_t *u1, shared block_t *u2)
{
    int i, j, k;
    for (k = 0; k < BS; k++)
        for (i = k + 1; i < BS; i++) {
            d->a[i][k] /= d->a[k][k];
            for (j = k + 1; j < BS; j++) d->a[i][j] -= d->a[i][k] * d->a[k][j];
        }
}
static void lower(shared block_t *l, shared block_t *d, shared block_t *x)
{
    block_t D = *d;
    int i, j, k;
    for (i = 0; i < BS; i++)
        for (k = 0; k < BS; k++) {
            l->a[i][k] /= D.a[k][k];
            for (j = k + 1; j < BS; j++) l->a[i][j] -= l->a[i][k] * D.a[k][j];
        }
}
static void upper(shared block_t *u, shared block_t *d, shared block_t *x)
{
    block_t D;
    int i, j, k;
    upc_memget(&D, d, sizeof D);
    for (k = 0; k < BS; k++)
        for (i = k + 1; i < BS; i++)
            for (j = 0; j < BS; j++) u->a[i][j] -= D.a[i][k] * u->a[k][j];
}
static void inner(shared block_t *c, shared block_t *l, shared block_t *u)
{
    block_t L = *l, U = *u, *C = (block_t *)c;
    int i, j, k;
    for (i = 0; i < BS; i++)
        for (j = 0; j < BS; j++)
            for (k = 0; k < BS; k++) C->a[i][j] -= L.a[i][k] * U.a[k][j];
}
static const kernel_t table[] = {diag, lower, upper, inner};
int main(void)
{
    int i, j, k, n = NBK * BS; double e = 0;
    A = upc_all_alloc(NBK * NBK, sizeof(block_t));
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) orig[i][j] = i == j ? n + 2 : 1.0 / (1 + i + 2 * j);
    upc_forall (i = 0; i < NBK * NBK; i++; &A[i])
        for (j = 0; j < BS; j++)
            for (k = 0; k < BS; k++) A[i].a[j][k] = orig[i / NBK * BS + j][i % NBK * BS + k];
    upc_barrier;
    for (k = 0; k < NBK; k++) {
        if (upc_threadof(&B(k, k)) == MYTHREAD) table[0](&B(k, k), NULL, NULL);
        upc_barrier;
        upc_forall (i = k + 1; i < NBK; i++; &B(i, k)) (*table[1])(&B(i, k), &B(k, k), 0);
        upc_forall (j = k + 1; j < NBK; j++; &B(k, j)) table[2](&B(k, j), &B(k, k), 0);
        upc_barrier;
        for (i = k + 1; i < NBK; i++)
            upc_forall (j = k + 1; j < NBK; j++; &B(i, j)) table[3](&B(i, j), &B(i, k), &B(k, j));
        upc_barrier;
    }
#define E(i,j) (B((i) / BS, (j) / BS).a[(i) % BS][(j) % BS])
    for (i = MYTHREAD; i < n; i += THREADS) for (j = 0; j < n; j++) {
        double s = 0; for (k = 0; k <= i && k <= j; k++) s += (k == i ? 1 : E(i, k)) * E(k, j);
        e = fmax(e, fabs(s - orig[i][j]));
    }
    if (e > 1e-9) { printf("failed %g\n", e); upc_global_exit(1); }
    upc_barrier;
    if (!MYTHREAD) printf("ok\n");
    return 0;
}
