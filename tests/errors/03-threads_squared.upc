// # THREADS twice in one array
// $ upcc -c threads_squared.upc
// > If the number of threads is chosen at launch, only one dimension may contain THREADS, as one
// > factor. Compile with `-T N`, or allocate the table with `upc_all_alloc`.
#include <upc.h>
shared int table[THREADS][THREADS];
