// A function without a declaration is taken to return int, whatever its arguments are.
#include <upc.h>
shared int a[THREADS];
shared [2] int b[2 * THREADS];
int f(void)
{
    first(a); /* warning: 'first' is called but not declared; it is taken to return int */
    first(b, &a);
    later(&a[1]); /* warning: 'later' is called but not declared */
    upc_no_such_function(a); /* error: 'upc_no_such_function' is called but not declared */
    shared int *p = second(b); /* warning: 'second' is called but not declared */ /* error: cannot be initialized */
    return third(b + 1, fourth()) + *p; /* warning: 'third' is called */ /* warning: 'fourth' is called */
}
int later(shared int *p) { return *p; }
