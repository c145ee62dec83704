#include <upc.h>
shared [4] int a[4 * THREADS];
shared int *p;
typedef shared [3] double row[3];
unsigned long f(shared int b[], shared [] char *c, row *r)
{
    unsigned long n = sizeof(p) / sizeof(*p);    /* warning: sizeof of 'p' is that of a pointer */
    n += sizeof b / sizeof b[0];                 /* warning: sizeof of 'b' is that of a pointer */
    n += (sizeof(c)) / (sizeof(char));           /* warning: sizeof of 'c' is that of a pointer */
    n += sizeof r / sizeof *r;                   /* warning: sizeof of 'r' is that of a pointer */
    n += sizeof(p) / sizeof(int);                /* warning: sizeof of 'p' is that of a pointer */
    n += sizeof(a) / sizeof(a[0]) + sizeof(*r) / sizeof((*r)[0]);
    n += sizeof(p) / sizeof(p) + sizeof(p) / sizeof(void *) + sizeof(shared int *) / sizeof(long);
    return n + sizeof(c) / sizeof(double);
}
