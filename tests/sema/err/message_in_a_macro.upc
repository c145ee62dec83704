#include <assert.h>
#include <upc.h>
#include <stddef.h>
shared [3] int *p, a[3 * THREADS];
int b[4];
int f(void) {
  p = a;
  assert(p[0][1] == 1); /* error: is neither an array nor a pointer */
  bupc_atomicI_fetchad_relaxed(a, 1); /* error: is called but not declared */
  (void)bupc_memget_async(a, a, 4); /* error: argument 1 of 'bupc_memget_async' must be 'void *' */
  upc_phaseof(*p); /* error: argument 1 of 'upc_phaseof' must be 'shared const void *' */
  return b[0];
}
