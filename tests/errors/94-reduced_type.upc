// # A reduction of another type
// $ upcc -c reduced_type.upc
// > The last letter of a reduction names the type of the data. The arguments are `shared void *`,
// > so C finds no fault: the bytes of a `double` would be added as integers.
#include <upc.h>
#include <upc_collective.h>
shared double part[THREADS], total;
int main(void) {
  upc_all_reduceI(&total, part, UPC_ADD, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  return total > 0;
}
