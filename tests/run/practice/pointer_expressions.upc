// *p++, chains of -> and [], pointers in unions, arrays, compound literals, and as parts of larger
// expressions.
#include "check.h"
#include <stddef.h>

struct inner { int v[4]; shared [2] int *p; };
struct outer { struct inner in[2]; shared struct outer *other; unsigned bits : 5; };
shared struct outer box[THREADS];
shared [2] int a[8 * THREADS], b[8 * THREADS];
shared int c[4 * THREADS];
union either { shared int *c; shared [2] int *b; long n; };

static void copy(shared [2] int *to, shared [2] int *from, int n)
{
    while (n-- > 0)
        *to++ = *from++;
}

static void swap(shared int **x, shared int **y)
{
    shared int *t = *x;
    *x = *y;
    *y = t;
}

int main(void)
{
    int t = MYTHREAD, next = (MYTHREAD + 1) % THREADS;
    upc_forall (int i = 0; i < 8 * THREADS; i++; &a[i])
        a[i] = i;
    upc_barrier;
    if (t == 0)
        copy(b + 1, a, 8 * THREADS - 1);
    upc_barrier;
    for (int i = 1; i < 8 * THREADS; i++)
        CHECK_EQ(b[i], i - 1);

    box[t].other = &box[next];
    box[t].in[1].p = &a[2 * t + 1];
    box[t].in[1].v[2] = 100 + t;
    box[t].bits = 33 + t;
    upc_barrier;
    CHECK_EQ(box[t].other->in[1].v[2], 100 + next);
    CHECK_EQ(*box[t].other->in[1].p, 2 * next + 1);
    CHECK_EQ(box[t].other->in[1].p[-1], 2 * next);
    CHECK_EQ((&box[t])->other->bits, (33 + next) % 32);
    CHECK_EQ(upc_phaseof(box[t].other->in[1].p), 1);
    upc_barrier;
    box[t].other->in[0].v[3] -= 7;
    (*box[t].other).in[0].v[1] = box[t].other->in[0].v[3]++;
    upc_barrier;
    CHECK_EQ(box[t].in[0].v[1], -7);
    CHECK_EQ(box[t].in[0].v[3], -6);
    struct inner copied = box[next].in[1];
    CHECK(copied.v[2] == 100 + next && copied.p == &a[2 * next + 1]);

    shared int *x = &c[1], *y = &c[2], *list[2] = {x, y};
    swap(&x, &y);
    CHECK(x == &c[2] && y == &c[1] && list[0] == y);
    CHECK_EQ(*(list + 1) - list[0], 1);
    union either u = {.b = &a[3]};
    CHECK_EQ(upc_phaseof(u.b), 1);
    u.c = y;
    CHECK(u.c == &c[1]);
    CHECK((shared int *[]){x, y}[1] == y);
    CHECK((struct { shared [2] int *p; int n; }){a + 5, 1}.p - a == 5);
    upc_barrier;
    c[1] = 3;
    upc_barrier;
    CHECK_EQ(c[1] * 2 + *y, 9);
    CHECK_EQ(-*y, -3);
    CHECK_EQ(*y << 2 | 1, 13);
    CHECK_EQ(*&c[1], 3);
    CHECK_EQ((&c[3])[-2], 3);
    upc_barrier;
    check_done();
    return 0;
}
