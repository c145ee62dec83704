#include <upc_atomic.h>
double a[10];
char *str;
shared one;                             /* warning: 'shared' without a type */
shared [] int two[2] = {1, 2, 3};       /* warning: more initializers than */
shared [] char text[2] = "abcd";        /* warning: string of 5 characters */
upc_atomicdomain_t domain;              /* error: incomplete type */
int f(void)
{
    shared [*] double *q = a;           /* error: no array to spread */
    upc_atomicdomain_t automatic;       /* error: incomplete type */
    char z[] = str;                     /* error: list in braces */
    int *shared r;                      /* error: automatic variable cannot be shared */
    q[1] = z[0];
    return MYTHREAD;
}
int g(int x)
{
    int shared = 3;                     /* error: 'shared' is a UPC keyword, not a name */
    x = shared + 1;
    return x + shared;
}
int h(void)
{
    __label__ first;
    int x = MYTHREAD;
    __label__ late;                     /* error: beginning of a block */
first:
    return x;
}
