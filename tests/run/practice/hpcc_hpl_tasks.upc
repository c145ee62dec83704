// HPL in asynchronous tasks: ends with 1 unless the scaled residual is less than 16.
// threads: 1 2 3 4
// modes: process pthreads mixed far nodes
// args: 150 16
// unoptimised
// expect-any
#include "../../../bench/hpcc/hpl_tasks.upc"
