// # The difference of pointers with different block sizes
// $ upcc -c subtracting_unlike_pointers.upc
// > A difference of pointers counts elements of one array. To compare addresses, use `upc_threadof`
// > and `upc_addrfield`.
#include <upc.h>
shared [2] int a[2 * THREADS];
shared [4] int b[4 * THREADS];
long d(void) { return &a[1] - &b[0]; }
