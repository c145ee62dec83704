// # THREADS twice in one array
// $ upcc -c threads_squared.upc
// > With the number of threads chosen at launch only one dimension may be a multiple of THREADS,
// > and only once. Compile with `-T N`, or allocate the table with `upc_all_alloc`.
#include <upc.h>
shared int table[THREADS][THREADS];
