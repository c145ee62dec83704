// # A block size that is a variable
// $ upcc -c block_size_not_constant.upc
// > The block size is part of the type: use an integer constant, or `[*]` to spread the array in
// > equal parts.
#include <upc.h>
int block = 4;
shared [block] int a[16 * THREADS];
