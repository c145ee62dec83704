// # More shared memory than there can be
// $ upcc -o prog heap_too_big.upc
// $ upcrun -n 2 -shared-heap 900T ./prog
// > The size of the shared heap is per thread; the default is a share of the memory. Memory is only
// > reserved until the program writes to it.
#include <upc.h>
int main(void) { return 0; }
