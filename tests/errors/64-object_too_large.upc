// # A shared object larger than a thread's part can be
// $ upcc -c object_too_large.upc
// > The message states the bytes that each thread would need, and the limit. Spread the array over
// > more threads, or allocate what a run needs with `upc_all_alloc`.
#include <upc.h>
shared [] char everything[1L << 60];
int main(void) { return 0; }
