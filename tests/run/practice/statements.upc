// Shared accesses in every statement, with labels, VLAs, statement expressions, nested functions of
// the preprocessor.
#include "check.h"

#define SQUARE(x) ((x) * (x))
#define EACH(i) for (int i = 0; i < 4; i++)
shared int a[4 * THREADS], n;
static shared int *const base = a;
enum { FIRST = 2 };
static inline int mine(int i) { return i * THREADS + MYTHREAD; }
static int _Bool_of(shared int *p) { return *p ? 1 : 0; }

static int search(int wanted)
{
    int at = 0;
again:
    if (a[mine(at)] == wanted)
        goto found;
    if (++at < 4)
        goto again;
    return -1;
found:
    return at;
}

static int classify(int i)
{
    switch (a[mine(i)]) {
    case 0: return 0;
    case 1 ... 4: return 1;
    case FIRST * 4 + 1: return 2;
    default: return 3;
    }
}

int main(void)
{
    EACH(i) base[mine(i)] = SQUARE(i);
    CHECK_EQ(search(9), 3);
    CHECK_EQ(search(5), -1);
    CHECK_EQ(classify(0) + 10 * classify(1) + 100 * classify(3), 210);
    int v[a[mine(2)]], total = 0;
    CHECK_EQ(sizeof v / sizeof *v, 4);
    for (int i = a[mine(0)], e = a[mine(2)]; i < e; i += a[mine(1)])
        v[i] = ({ int k = a[mine(i)]; if (k > 4) k = -k; k; });
    CHECK_EQ(v[3], -9);
    EACH(i) {
        if (a[mine(i)] & 1)
            continue;
        total += a[mine(i)];
    }
    CHECK_EQ(total, 4);
    if (a[mine(0)]) total = 1; else if (a[mine(1)]) total = 2; else total = 3;
    CHECK_EQ(total, 2);
    CHECK_EQ(_Bool_of(&a[mine(3)]), 1);
    {
        int a[2] = {5, 6}; /* hides the shared one */
        CHECK_EQ(a[1], 6);
    }
    shared int *p = &a[mine(3)];
    { shared int *p = &a[mine(1)]; CHECK_EQ(*p, 1); }
    CHECK_EQ(*p, 9);
    CHECK_EQ(a[mine(0)]++ + ++a[mine(1)], 2);
    const int k = a[mine(1)], *pk = &k;
    CHECK_EQ(*pk, 2);
    (void)a[mine(2)];
    a[mine(2)];
    double d = a[mine(2)] / 8.0;
    CHECK(d == 0.5);
    unsigned char narrow = a[mine(3)] + 250;
    CHECK_EQ(narrow, 3);
    CHECK_EQ(__builtin_popcount(a[mine(3)]), 2);
    upc_lock_t *lock = upc_all_lock_alloc();
    for (int i = 0; i < 5; i++) {
        upc_lock(lock);
        n += a[mine(1)];
        upc_unlock(lock);
    }
    upc_barrier;
    CHECK_EQ(n, 10 * THREADS);
    upc_all_lock_free(lock);
    check_done();
    return 0;
}
