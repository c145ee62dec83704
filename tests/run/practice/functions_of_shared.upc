// Pointers to shared as parameters, results, in tables, structures and function pointers; both
// representations.
#include "check.h"

typedef shared [4] int *blocked_t;
typedef shared int *cyclic_t;
shared [4] int b[8 * THREADS];
shared int c[8 * THREADS];

static blocked_t step(blocked_t p, int by) { return p + by; }
static cyclic_t nth(shared int a[], int i) { return &a[i]; }
static void set(cyclic_t *where, cyclic_t value) { *where = value; }
struct cursor { blocked_t at; cyclic_t other; int n; };
static struct cursor advance(struct cursor k) { k.at++; k.other += 2; k.n++; return k; }

int main(void)
{
    blocked_t (*f)(blocked_t, int) = step;
    cyclic_t table[3] = {c, &c[1]};
    struct cursor k = {b, c, 0};
    CHECK(f(b, 6) - b == 6 && upc_phaseof(f(b, 6)) == 2);
    CHECK(nth(c, 5) == &c[5]);
    set(&table[2], nth(c, 2));
    CHECK_EQ(table[2] - table[0], 2);
    for (int i = 0; i < 5; i++)
        k = advance(k);
    CHECK(k.at - b == 5 && k.other - c == 10 && k.n == 5);
    blocked_t *where = &k.at;
    (*where)--;
    CHECK_EQ(upc_phaseof(k.at), 0);
    *(*where)++ = 3;
    upc_barrier;
    CHECK_EQ(b[4], 3);
    CHECK((cyclic_t)0 == NULL && (k.n ? table[0] : NULL) == c);
    CHECK_EQ(upc_threadof(MYTHREAD % 2 ? &c[0] : &c[1]), MYTHREAD % 2 ? 0 : 1 % THREADS);
    check_done();
    return 0;
}
