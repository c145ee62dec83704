// # THREADS as the size of a static private array
// $ upcc -c threads_in_private_size.upc
// > The size of a private static array must be known at compile time. Compile with `-T N`, allocate
// > the array with `malloc(THREADS * sizeof(int))`, or make it a local variable, whose size may
// > vary.
#include <upc.h>
static int seen[THREADS];
int main(void) { return seen[0]; }
