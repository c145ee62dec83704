// Jacobi on rows allocated one by one: arrays of pointers to indefinite rows, private and shared.
#include <upc_relaxed.h>
#include <stdio.h>
#include <stdlib.h>
#define DIM 14
typedef shared [] double *row_t;
typedef row_t *rows_t;
shared [2] row_t sh_rows[2 * DIM * THREADS];
shared row_t *dyn;
shared [] row_t *shared rowdir[THREADS];
struct grid { int n, m; row_t *row; shared [] double *storage; } g[2];
static row_t *make(int which)
{
    int i; row_t *r = (row_t *)malloc(DIM * sizeof(row_t));
    upc_forall (i = 0; i < DIM; i++; i) {
        dyn[i + which * DIM] = (row_t)upc_alloc(DIM * sizeof(double));
    }
    upc_barrier;
    for (i = 0; i < DIM; i++) r[i] = dyn[i + which * DIM];
    return r;
}
static double at(struct grid *q, int i, int j) { return q->row[i][j]; }
static void swap(struct grid **a, struct grid **b) { struct grid *t = *a; *a = *b; *b = t; }
int main(int argc, char **argv)
{
    int i, j, it; struct grid *c = &g[0], *d = &g[1]; double ref[2][DIM][DIM]; row_t *tmp;
    dyn = upc_all_alloc(2 * DIM, sizeof *dyn);
    c->row = make(0); d->row = make(1);
    for (i = 0; i < DIM; i++)
        for (j = 0; j < DIM; j++) ref[0][i][j] = ref[1][i][j] = i == 0 ? 100 : j;
    upc_forall (i = 0; i < DIM; i++; c->row[i])
        for (j = 0; j < DIM; j++) d->row[i][j] = c->row[i][j] = i == 0 ? 100 : j;
    rowdir[MYTHREAD] = upc_alloc(DIM * sizeof(row_t));
    for (i = 0; i < DIM; i++) rowdir[MYTHREAD][i] = g[0].row[i];
    upc_barrier;
    for (it = 0; it < 10; it++) {
        upc_forall (i = 1; i < DIM - 1; i++; d->row[i]) {
            row_t up = c->row[i - 1], me = c->row[i], dn = c->row[i + 1];
            double *out = (double *)d->row[i];
            for (j = 1; j < DIM - 1; j++) out[j] = (up[j] + dn[j] + me[j - 1] + me[j + 1]) / 4.;
        }
        for (i = 1; i < DIM - 1; i++)
            for (j = 1; j < DIM - 1; j++)
                ref[!(it & 1)][i][j] = (ref[it & 1][i - 1][j] + ref[it & 1][i + 1][j] +
                                        ref[it & 1][i][j - 1] + ref[it & 1][i][j + 1]) /
                                       4.;
        swap(&c, &d);
        upc_barrier it;
    }
    for (i = 0; i < DIM; i++) for (j = 0; j < DIM; j++) {
        if (at(c, i, j) != ref[0][i][j]) { printf("failed %d %d\n", i, j); upc_global_exit(1); }
        if (rowdir[(MYTHREAD + 1) % THREADS][i][j] != g[0].row[i][j]) {
            printf("failed dir %d %d\n", i, j);
            upc_global_exit(1);
        }
    }
    upc_barrier;
    tmp = c->row; tmp[0][1]++; upc_barrier; 
    upc_forall (i = 0; i < 2 * DIM; i++; &dyn[i]) upc_free(dyn[i]);
    upc_barrier;
    if (!MYTHREAD) { upc_free(dyn); printf("ok\n"); }
    return 0;
}
