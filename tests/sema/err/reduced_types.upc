#include <upc.h>
#include <upc_collective.h>
shared double d[THREADS];
shared int i[THREADS];
shared unsigned int u[THREADS];
shared long l[THREADS];
shared long long ll[THREADS];
shared char c[THREADS];
shared struct pair { int a, b; } pairs[THREADS];
void f(shared void *any) {
  upc_all_reduceI(i, u, UPC_ADD, THREADS, 1, NULL, 0);
  upc_all_reduceL(l, ll, UPC_ADD, THREADS, 1, NULL, 0);
  upc_all_reduceC(c, any, UPC_ADD, THREADS, 1, NULL, 0);
  upc_all_reduceI(pairs, i, UPC_ADD, THREADS, 1, NULL, 0);
  upc_all_reduceD((shared void *)l, d, UPC_ADD, THREADS, 1, NULL, 0);
  upc_all_reduceI(i, d, UPC_ADD, THREADS, 1, NULL, 0); /* warning: upc_all_reduceI reads int, this is 'shared double *' */
  upc_all_reduceL(i, l, UPC_ADD, THREADS, 1, NULL, 0); /* warning: upc_all_reduceL reads long, this is 'shared int *' */
  upc_all_prefix_reduceF(d, any, UPC_ADD, THREADS, 1, NULL, 0); /* warning: upc_all_prefix_reduceF reads float */
  upc_all_reduceUC(c, c, UPC_ADD, THREADS, 1, NULL, 0);
}
