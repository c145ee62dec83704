// # Arithmetic on `shared void *`
// $ upcc -c arithmetic_on_shared_void.upc
// > The size of the target is unknown. Cast the pointer first: `(shared [] char *)p + n`.
#include <upc.h>
shared void *next(shared void *p, int n) {
  return p + n;
}
