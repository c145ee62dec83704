// HPC Challenge's PTRANS: ends with 1 unless the sum with the transposed matrix is right.
// threads: 1 2 3 4
// modes: process pthreads mixed far nodes
// unoptimised
// expect-any
#include "../../../bench/hpcc/ptrans.upc"
