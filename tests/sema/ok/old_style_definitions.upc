// The arguments of a function that is defined in the old style are not judged (C 6.5.2.2p6).
#include <stddef.h>
#include <upc.h>
shared int a[THREADS];
shared [3] int b[3 * THREADS];
static int thin(p, f) shared int *p; float f; { return p[1] + (int)f; }
static int wide(n, p) int n; shared [3] int *p; { return p[n]; }
static int both(p, q, c) shared void *p; int *q; char c; { return p != NULL && *q == c; }
int main(void)
{
    int x = 0;
    int (*any)() = thin;
    int (*known)(shared int *, double) = thin;
    int (*other)() = wide;
    return thin(b, 1) + thin(0, 2.5, 3) + thin(&b[1]) + wide(1, NULL) + wide(1, a) + wide(b) + both(a, &x, 3) +
           both(b, b, a) + any(a, 1.0) + known(a, 1) + other(1, b + 3) + both();
}
