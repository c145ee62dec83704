// # THREADS as the size of a static private array
// $ upcc -c threads_in_private_size.upc
// > A private static array needs a size that is known when compiling. Compile with `-T N`, allocate
// > it with `malloc(THREADS * sizeof(int))`, or declare it in the function, where its size may
// > vary.
#include <upc.h>
static int seen[THREADS];
int main(void) { return seen[0]; }
