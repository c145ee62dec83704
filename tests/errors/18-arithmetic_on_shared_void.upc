// # Arithmetic on `shared void *`
// $ upcc -c arithmetic_on_shared_void.upc
// > Nothing is known about the size of what it points to. Cast it first: `(shared [] char *)p + n`.
#include <upc.h>
shared void *next(shared void *p, int n) {
  return p + n;
}
