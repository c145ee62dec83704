// Statics and literals that are set at start-up, of types that their function declares: object and
// type move to file scope.
#include <upc.h>
#include "check.h"

shared int s;
shared [2] int blocked[2 * THREADS];
struct node { double other; };

static int named(void)
{
    struct node { shared int *p; struct node *next; };
    struct node automatic = { &s, 0 };
    static struct node first = { &s }, list[2] = { { 0, 0 }, { &s, 0 } };
    automatic.next = &first;
    return (automatic.next->p == list[1].p) + (list[0].p == 0);
}

static int declared_before(void)
{
    struct later;
    struct later *at = 0;
    struct later { union { shared [2] int *p; int *q; } u; struct inner { int a; } in; };
    static struct later object = { { &blocked[1] }, { 3 } };
    struct inner copy = object.in;
    at = &object;
    return (at->u.p == &blocked[1]) + copy.a;
}

static int by_typedef(void)
{
    typedef struct { shared int *p; int n; } pair;
    static pair object = { &s, 4 };
    pair copy = object;
    {
        struct node { int a; };
        struct node inner = { 1 };
        copy.n += inner.a;
    }
    return (copy.p == &s) + copy.n;
}

static int other_statics_too(void)
{
    struct pair { int a, b; };
    static struct pair constant = { 1, 2 };
    static struct pair *const to_constant = &constant;
    static shared int *to_shared = &s;
    struct pair copy = *to_constant;
    return copy.a + copy.b + (to_shared == &s);
}

static int literal(void)
{
    struct literal { shared int *p; };
    struct literal *at = &(static struct literal){ &s };
    return at->p == &s;
}

int main(void)
{
    struct node file_scope = { 1.5 };
    CHECK_EQ(named(), 2);
    CHECK_EQ(declared_before(), 4);
    CHECK_EQ(by_typedef(), 6);
    CHECK_EQ(other_statics_too(), 4);
    CHECK_EQ(literal(), 1);
    CHECK_EQ((int)(2 * file_scope.other), 3);
    check_done();
    return 0;
}
