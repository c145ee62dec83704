// upc_all_sort, of UPC 1.2.
#include "check.h"
#include <upc_collective.h>

#define PER 13
struct item {
    short key;
    short was;
};
static shared [4] struct item a[16 * PER * THREADS];
static shared [] double *flat;

static int by_key(shared void *x, shared void *y)
{
    return ((shared struct item *)x)->key - ((shared struct item *)y)->key;
}

static int by_value(shared void *x, shared void *y)
{
    double p = *(shared double *)x, q = *(shared double *)y;
    return p < q ? -1 : p > q;
}

static void check_blocks(int n)
{
    if (MYTHREAD == 0)
        for (int i = 0; i < n; i++)
            a[i] = (struct item){(i * 37) % 11, i};
    upc_all_sort(a, sizeof(struct item), n, 4, by_key, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    for (int i = 1; i < n; i++) {
        CHECK(a[i - 1].key <= a[i].key);
        if (a[i - 1].key == a[i].key)
            CHECK(a[i - 1].was < a[i].was); /* stable */
        CHECK_EQ(a[i].key, (a[i].was * 37) % 11);
    }
    upc_barrier;
}

int main(void)
{
    check_blocks(PER * THREADS);
    check_blocks(2);
    check_blocks(1);
    check_blocks(0);
    static shared [] double *shared where;
    if (MYTHREAD == THREADS - 1) {
        where = upc_alloc(40 * sizeof(double));
        for (int i = 0; i < 40; i++)
            where[i] = (i * 7) % 40;
    }
    upc_barrier;
    flat = where;
    upc_all_sort(flat, sizeof(double), 40, 0, by_value, 0);
    for (int i = 0; i < 40; i++)
        CHECK_EQ(flat[i], i);
    check_done();
    return 0;
}
