// Declarations in every form keep their meaning when pointers-to-shared are written as their representation.
#include <upc.h>
#include <stdarg.h>
#include <stddef.h>
#include "check.h"

typedef shared int sint;
typedef shared [4] int sblk;
typedef shared int *sp_t;
typedef shared [4] double *bp_t;
typedef int *shared lps;
typedef shared int row_t[THREADS];
sint gx, *gp = &gx, *gtab[3] = {&gx, NULL, 0};
sblk *gb;
static sp_t const cp = &gx;
static const sp_t cp2 = 0;
extern shared int *const ccp;
shared int *const ccp = &gx;
row_t ra;
lps lpshared;
shared struct node { int v; shared struct node *next; } *list, nodes[2 * THREADS];
struct priv {
    int n;
    shared [4] double *d, **dd;
    shared void *g;
    sp_t t;
    shared int *(*f)(shared int *, int);
} pv = {1, NULL, 0, 0, 0, 0};
struct priv pv2 = {.n = 2, .t = &gx, .g = &nodes[1]};
const struct { const char *name; shared int *p; } table[] = {{"a", &gx}, {"b", NULL}};
shared [4] double bd[4 * THREADS];
shared int (*pa)[3];
shared int mat[THREADS][3];
enum { EC = upc_blocksizeof(bd) };
int arr_sz[upc_elemsizeof(bd)];
_Static_assert(sizeof(arr_sz) == 32, "elem");
_Static_assert(EC == 4 && upc_localsizeof(bd) == 32, "block");

static shared int *kr(p, n, q)
    shared int *p;
    int n;
    bp_t q;
{
    (void)q;
    return p + n;
}
shared int *fwd(shared int *, int);
shared int *fwd(shared int *p, int n) { return p + n; }
shared [4] double *fb(bp_t b, shared [4] double b2[], int n) { return n ? b : b2; }
shared int *(*fptr)(shared int *, int) = fwd;
shared int *(*getf(int k))(shared int *, int) { return k ? fwd : fptr; }
static int through_typedef(row_t r) { return r == ra; }
static inline int sum(int n, ...)
{
    int t = 0;
    va_list ap;
    va_start(ap, n);
    while (n--) {
        shared int *p = va_arg(ap, shared int *);
        t += *p;
    }
    va_end(ap);
    return t;
}
static int vla(int n, shared int *tab[n], shared int (*rows)[3])
{
    shared int *loc[n];
    for (int i = 0; i < n; i++)
        loc[i] = tab[i];
    return *loc[n - 1] + (int)sizeof(loc) / (int)sizeof(loc[0]) + rows[1][2];
}

static void statics(void)
{
    static shared int fs = 41;
    static shared [2] int fa[4 * THREADS];
    static shared int *fp = &gx;
    static int plain = 5;
    static shared int *ftab[2] = {&gx, &fs};
    fs++;
    fa[3] = fs;
    CHECK_EQ(fa[3], 42);
    CHECK(fp == &gx);
    CHECK_EQ(plain++, 5);
    CHECK_EQ(*ftab[1], 42);
}

int main(void)
{
    gx = 5;
    ra[THREADS - 1] = 7;
    CHECK(gp == &gx && gtab[0] == gp && gtab[1] == NULL);
    CHECK(cp == gp && !cp2 && ccp == &gx);
    CHECK(pv2.t == &gx && pv2.g == &nodes[1]);
    CHECK(table[0].p == &gx && !table[1].p && table[1].name[0] == 'b');
    CHECK_EQ(*kr(&gx, 0, bd), 5);
    CHECK(fwd(ra, 2) == &ra[2] && getf(0)(ra, 1) == &ra[1] && (*fptr)(ra, 1) == ra + 1);
    CHECK(fb(bd, bd + 1, 0) == &bd[1]);
    CHECK(through_typedef(ra));
    CHECK_EQ(sum(2, &gx, gp), 10);
    shared int *two[2] = {ra, &ra[THREADS - 1]};
    CHECK_EQ(vla(2, two, mat), 7 + 2);
    pa = mat;
    pa++;
    CHECK(pa == &mat[1] && &pa[0][1] == &mat[1][1]);
    CHECK_EQ(*pa - mat[0], 3);
    struct priv lv = pv2, *pl = &lv;
    pl->t++;
    pl->dd = &pl->d;
    *pl->dd = bd;
    (*pl->dd)++;
    CHECK(pl->d == &bd[1]);
    pl->f = fwd;
    CHECK(pl->f(ra, 1) == &ra[1]);
    struct priv cl = (struct priv){.t = ra, .d = 0};
    CHECK(cl.t == ra && cl.d == 0);
    list = &nodes[0];
    list->v = 3;
    list->next = &nodes[1];
    list->next->next = NULL;
    list->next->v = 4;
    int tot = 0;
    for (shared struct node *n = list, *m = n; n; m = n, n = n->next)
        tot += n->v, (void)m;
    CHECK_EQ(tot, 7);
    for (shared [4] double *q = bd, *e = bd + 4 * THREADS; q < e; q++)
        tot++;
    CHECK_EQ(tot, 7 + 4 * THREADS);
    __typeof__(ra[0] + 1) t1 = 3;
    __typeof__(gp) t2 = ra;
    CHECK(t1 == 3 && t2 == ra);
    shared int *assigned[2];
    CHECK((assigned[0] = gp) != NULL && (assigned[1] = NULL) == NULL);
    shared void *g = gp ?: NULL;
    CHECK(g == gp);
    shared [4] double *bb = fb(bd, 0, 1) ?: bd + 3;
    CHECK(bb == bd);
    statics();
    return 0;
}
