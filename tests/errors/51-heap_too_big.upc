// # More shared memory than there can be
// $ upcc -o prog heap_too_big.upc
// $ upcrun -n 2 -shared-heap 900T ./prog
// > The shared heap is given for each thread; 64 MB is the default. It is reserved, not used, until
// > data are put there.
#include <upc.h>
int main(void) { return 0; }
