#include <upc.h>
shared int a[4 * THREADS], s;
shared struct item { int owner; unsigned bits : 3; int of[2]; } items[THREADS];
shared int *shared lists[THREADS];
shared struct item *shared ends[THREADS];
int own[4];
void f(shared int *p)
{
    int i;
    upc_forall (i = 0; i < 4; i++; a[i]) ;              /* warning: value of 'a[i]' is taken */
    upc_forall (i = 0; i < 4; i++; p[i]) ;              /* warning: value of 'p[i]' is taken */
    upc_forall (i = 0; i < 4; i++; items[i].bits) ;     /* warning: 'items[i].bits' */
    upc_forall (i = 0; i < 4; i++; items[i].of[1]) ;    /* warning: 'items[i].of[1]' */
    upc_forall (i = 0; i < 4; i++; lists[i][0]) ;       /* warning: 'lists[i][0]' */
    upc_forall (i = 0; i < 4; i++; ends[i]->owner) ;
    upc_forall (i = 0; i < 4; i++; (a[i])) ;
    upc_forall (i = 0; i < 4; i++; (int)a[i]) ;
    upc_forall (i = 0; i < 4; i++; a[i] + 1) ;
    upc_forall (i = 0; i < 4; i++; &a[i]) ;
    upc_forall (i = 0; i < 4; i++; own[i]) ;
    upc_forall (i = 0; i < 4; i++; lists[i]) ;
    upc_forall (i = 0; i < 4; i++; s) ;
}
