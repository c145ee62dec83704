// # The block size of an incomplete type
// $ upcc -c block_size_of_incomplete.upc
// > The length of the array is not known here, though its block size is. Other compilers may refuse
// > this.
#include <upc.h>
extern shared [4] int a[];
int main(void) { return upc_blocksizeof(a) != 4; }
