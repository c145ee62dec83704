// # A pointer that UPC_PTS is not for
// $ upcc -c atomic_pointer.upc
// > Operations of a domain of UPC_PTS read and write pointers of the type `shared void *`, which
// > have a phase. Pointers to cyclic and indefinite data have none and are smaller, so the operation
// > would use the bytes behind them too.
#include <upc.h>
#include <upc_atomic.h>
typedef shared struct item { int key; shared struct item *next; } item;
shared struct item head;
upc_atomicdomain_t *links;
int main(void) {
  shared void *first;
  upc_atomic_strict(links, &first, UPC_GET, &head.next, 0, 0);
  return first != 0;
}
