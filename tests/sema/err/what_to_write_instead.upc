#include <stdlib.h>
#include <upc.h>
#include <upc_atomic.h>

shared int a[THREADS], x;
int b[4], y;
upc_lock_t *l;

int f(upc_atomicdomain_t *d) {
  shared [] int *p = malloc(40); /* error: cannot be initialized with 'void *' */
  upc_lock_t lock = upc_all_lock_alloc(); /* error: 'lock' has the incomplete type 'upc_lock_t' */
  upc_lock(lock);
  upc_lock(&l); /* error: argument 1 of 'upc_lock' must be 'upc_lock_t *', this is 'upc_lock_t **' */
  upc_unlock(*l); /* error: this has the incomplete type 'upc_lock_t' */
  free(p); /* error: argument 1 of 'free' must be 'void *' */
  upc_free(b); /* error: argument 1 of 'upc_free' must be 'shared void *' */
  upc_memcpy(b, a, 4); /* error: argument 1 of 'upc_memcpy' must be 'shared void *' */
  upc_memcpy(a, &y, 4); /* error: argument 2 of 'upc_memcpy' must be */
  upc_atomic_relaxed(d, NULL, UPC_ADD, x, 0, NULL); /* error: argument 4 of 'upc_atomic_relaxed' must be 'shared void *', this is 'int' */
  upc_all_alloc(THREADS); /* error: 'upc_all_alloc' takes 2 arguments, 1 given */
  unknown_t *q = upc_alloc(4); /* error: unknown type name 'unknown_t' */
  return upc_threadof(a[1]); /* error: argument 1 of 'upc_threadof' must be 'shared const void *', this is 'int' */
}
