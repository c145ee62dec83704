// libs: -lm
// A quadtree of shared cells and bodies, walked by every thread (after Barnes and Hut).
#include <upc_relaxed.h>
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#define NB 32
#define THETA 0.3
typedef enum { CELL, BODY } kind_t;
typedef struct vec { double x[2]; } vec;
typedef struct cell_s {
    kind_t kind;
    double mass, size;
    vec pos, c;
    struct {
        shared[] struct cell_s *sub[4];
        int n;
    } kids;
    shared[] struct cell_s *next;
} cell;
typedef shared [] cell *cellp;
shared [4] cell bodies[NB / 4 * 4 * THREADS];
shared cellp root; shared [] cell *shared *rp = &root;
shared [2] vec acc[NB * THREADS];
static cellp mkcell(vec c, double size)
{
    cellp n = upc_alloc(sizeof(cell));
    cell z = {0};
    z.kind = CELL;
    z.c = c;
    z.size = size;
    *n = z;
    return n;
}
static int quad(vec c, vec p) { return (p.x[0] > c.x[0]) | (p.x[1] > c.x[1]) << 1; }
static void insert(cellp t, cellp b)
{
    for (;;) {
        int q = quad(t->c, b->pos); cellp k = t->kids.sub[q]; double s = t->size / 2; vec c = t->c;
        if (!k) { t->kids.sub[q] = b; t->kids.n++; return; }
        if (k->kind == BODY) {
            cellp n; c.x[0] += q & 1 ? s / 2 : -s / 2; c.x[1] += q & 2 ? s / 2 : -s / 2;
            n = mkcell(c, s); t->kids.sub[q] = n; insert(n, k); k = n;
        }
        t = k;
    }
}
static vec summarize(cellp t)
{
    int i, j; vec r = {{0, 0}}; double m = 0;
    if (t->kind == BODY) return t->pos;
    for (i = 0; i < 4; i++) {
        cellp k = t->kids.sub[i];
        vec v;
        if (k == NULL) continue;
        v = summarize(k);
        m += k->mass;
        for (j = 0; j < 2; j++) r.x[j] += v.x[j] * k->mass;
    }
    for (j = 0; j < 2; j++) t->pos.x[j] = (r.x[j] /= m);
    t->mass = m;
    return t->pos;
}
static void force(cellp t, shared [4] cell *b, vec *a, double theta)
{
    double dx = t->pos.x[0] - b->pos.x[0], dy = t->pos.x[1] - b->pos.x[1],
           r2 = dx * dx + dy * dy + 1e-3;
    if (t->kind == BODY || t->size * t->size < theta * theta * r2) {
        if (upc_addrfield(t) == upc_addrfield(b) && upc_threadof(t) == upc_threadof(b)) return;
        a->x[0] += t->mass * dx / (r2 * sqrt(r2)); a->x[1] += t->mass * dy / (r2 * sqrt(r2));
    } else for (int i = 0; i < 4; i++) if (t->kids.sub[i]) force(t->kids.sub[i], b, a, theta);
}
shared double worst[THREADS];
int main(void)
{
    int i, j, n = NB * THREADS; double w = 0;
    upc_forall (i = 0; i < n; i++; &bodies[i]) {
        cell *b = (cell *)&bodies[i]; unsigned h = i * 2654435761u;
        b->kind = BODY;
        b->mass = 1 + i % 3;
        b->pos.x[0] = (h >> 8 & 0xfff) / 4096.;
        b->pos.x[1] = (h >> 20) / 4096.;
    }
    upc_barrier;
    if (MYTHREAD == THREADS - 1) {
        vec c = {{.5, .5}}; double m = 0;
        root = mkcell(c, 1);
        for (i = 0; i < n; i++) insert(*rp, (cellp)&bodies[i]);
        summarize(root);
        for (i = 0; i < n; i++) m += bodies[i].mass;
        if (fabs(m - root->mass) > 1e-9) { printf("failed mass\n"); upc_global_exit(1); }
    }
    upc_barrier;
    upc_forall (i = 0; i < n; i++; &bodies[i]) {
        vec a = {{0, 0}}, e = {{0, 0}}, x = {{0, 0}};
        force(root, &bodies[i], &a, THETA); acc[i] = a;
        force(root, &bodies[i], &x, 0);
        for (j = 0; j < n; j++)
            if (j != i) {
                double dx = bodies[j].pos.x[0] - bodies[i].pos.x[0],
                       dy = bodies[j].pos.x[1] - bodies[i].pos.x[1], r2 = dx * dx + dy * dy + 1e-3;
                e.x[0] += bodies[j].mass * dx / (r2 * sqrt(r2));
                e.x[1] += bodies[j].mass * dy / (r2 * sqrt(r2));
            }
        if (hypot(x.x[0] - e.x[0], x.x[1] - e.x[1]) > 1e-6 * (1 + hypot(e.x[0], e.x[1]))) {
            printf("failed exact %d\n", i);
            upc_global_exit(1);
        }
        w = fmax(w, hypot(a.x[0] - e.x[0], a.x[1] - e.x[1]) / (1 + hypot(e.x[0], e.x[1])));
    }
    worst[MYTHREAD] = w;
    upc_barrier;
    if (!MYTHREAD) {
        for (i = 0; i < THREADS; i++) w = fmax(w, worst[i]);
        printf(w < .5 ? "ok\n" : "failed %g\n", w);
    }
    return 0;
}
