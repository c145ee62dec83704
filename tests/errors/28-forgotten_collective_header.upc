// # A collective without its header
// $ upcc -c forgotten_collective_header.upc
// > The collectives are declared in `<upc_collective.h>`.
#include <upc.h>
shared int a[THREADS], sum;
int main(void) {
  upc_all_reduceI(&sum, a, UPC_ADD, THREADS, 1, 0, 0);
  return sum;
}
