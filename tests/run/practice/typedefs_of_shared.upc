// Typedefs of shared types: scalars, arrays, structures, flags; callbacks and walks both ways over
// them.
#include <upc_relaxed.h>
#include <stdio.h>
#include <stddef.h>
#include <complex.h>
typedef shared int sint;
typedef sint *sintp;
typedef shared[3] short sh3[3];
typedef strict shared int flag;
typedef shared[] char *str;
typedef struct {
    sintp p;
    str s;
    shared void *v;
    union {
        float f;
        unsigned u;
    } u[2];
    struct {
        int x, y;
        struct {
            char t[5];
        } in[2];
    } nest;
} rec;
typedef shared rec srec;
sint counter, many[2 * THREADS];
sh3 rows[THREADS];
flag ready;
srec recs[THREADS];
srec *recp(int i) { return recs + i % THREADS; }
typedef enum { RED, GREEN = 5 } color;
shared color cols[THREADS];
shared _Bool bools[THREADS];
shared long double ld[THREADS];
shared double complex z[THREADS];
typedef void (*cb)(sintp, void *); static void addto(sintp p, void *x) { *p += *(int *)x; }
static void each(sintp b, int n, cb f, void *arg) { while (n--) f(b++, arg); }
static inline sintp at(sintp base, ptrdiff_t i) { return &base[i]; }
int main(void)
{
    int i, bad = 0, five = 5, nx = (MYTHREAD + 1) % THREADS; rec r = {0};
    r.p = &many[MYTHREAD];
    r.s = (str)upc_alloc(6);
    r.v = r.p;
    r.u[1].f = 1.0f;
    r.nest.in[1].t[4] = 'z';
    for (i = 0; i < 6; i++) r.s[i] = "hello"[i];
    *recp(MYTHREAD) = r;
    cols[MYTHREAD] = GREEN;
    bools[MYTHREAD] = 7;
    ld[MYTHREAD] = 1.5L + MYTHREAD;
    z[MYTHREAD] = 1 + 2 * I;
    for (i = 0; i < 3; i++) rows[MYTHREAD][i] = i - MYTHREAD;
    upc_forall (i = 0; i < 2 * THREADS; i++; at(many, i)) many[i] = i;
    upc_barrier;
    bad += *recs[nx].p != nx;
    bad += recs[nx].s[1] != 'e';
    bad += (recp(nx)->s)[4] != 'o';
    bad += recs[nx].u[1].u != 0x3f800000u;
    bad += recs[nx].nest.in[1].t[4] != 'z';
    bad += *(sintp)recs[nx].v != nx;
    bad += cols[nx] != GREEN || bools[nx] != 1 || ld[nx]-- != 1.5L + nx || cimag(z[nx] * I) != 1;
    bad += rows[nx][2] != 2 - nx || (*(rows + nx))[1] != 1 - nx || upc_blocksizeof(rows) != 3 ||
           upc_elemsizeof(sh3) != 2 || sizeof rows[0] != 6;
    upc_barrier;
    if (!MYTHREAD) { each(many, 2 * THREADS, addto, &five); ready = 1; }
    while (!ready) ;
    for (i = 0; i < 2 * THREADS; i++) bad += many[i] != i + 5;
    {
        sintp e = many + 2 * THREADS, p;
        int k = 2 * THREADS;
        for (p = e; p-- > many;) bad += *p != --k + 5;
        bad += k != 0;
        for (p = e - 1; k < THREADS; k++, --p) bad += *p != 2 * THREADS - 1 - k + 5;
        p = &many[MYTHREAD];
        p += THREADS;
        bad += p != &many[MYTHREAD + THREADS];
        p -= THREADS;
        bad += *p != MYTHREAD + 5;
    }
    {
        shared[3] short *q = &rows[0][0], *e = q + 3 * THREADS;
        int k = 0;
        for (; q != e; q++, k++)
            bad += *q != k % 3 - k / 3 || upc_phaseof(q) != k % 3 || upc_threadof(q) != k / 3;
        while (--q, --k >= 0) bad += *q != k % 3 - k / 3;
    }
    (void)offsetof(rec, nest.y);
    if (bad) { printf("%d: failed %d\n", MYTHREAD, bad); upc_global_exit(1); }
    upc_barrier; if (!MYTHREAD) printf("ok\n");
    return 0;
}
