// A cast to a qualified type is one to the type without the qualifiers (C 6.5.4).
#include <upc.h>
typedef shared int *shared place;
struct node { shared struct node *next; };
struct node n;
int f(shared void *v, int *x)
{
    shared [3] int *t = (shared [3] int *shared)upc_alloc(4); /* warning: the outermost 'shared' means nothing */
    shared int *p = (place)v; /* warning: the outermost 'shared' means nothing */
    int *y = (int *shared)x; /* warning: the outermost 'shared' means nothing */
    shared int *strict_one = (shared int *strict shared)v; /* warning: the outermost 'shared' means nothing */
    n.next = (shared struct node *shared)0; /* warning: the outermost 'shared' means nothing */
    shared int *q = (shared int *shared)x; /* warning: the outermost 'shared' means nothing */ /* error: private */
    shared int *const r = (shared int *const)v;
    return *y + *t + *p + *strict_one + *q + *r + (shared int)*x; /* error: a cast to the shared type */
}
