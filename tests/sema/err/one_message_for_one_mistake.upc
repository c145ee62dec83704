#include <upc.h>
struct s { int a; } t;
shared int x, *p;
shared void *v;
int *q;
void f(int i) {
  x = v[0];                                   /* error: arithmetic on a pointer to the incomplete type */
  x = (struct s)x;                            /* error: 'int' cannot be cast to 'struct s' */
  x = x ? p : q;                              /* error: one points to shared data, one to private */
  upc_forall (i = 0; i < 9; i++; &nowhere[i]) /* error: 'nowhere' is not declared */
    x = i;
  upc_memget(p, q, 4);                        /* error: are swapped */
  upc_memput(q, p, 4);                        /* error: are swapped */
  upc_memget(q, p, 4);
}
