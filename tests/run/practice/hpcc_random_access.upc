// HPC Challenge's RandomAccess: ends with 1 if more than a hundredth of the table is wrong.
// threads: 1 2 3 4
// modes: process pthreads mixed far nodes
// unoptimised
// expect-any
#include "../../../bench/hpcc/random_access.upc"
