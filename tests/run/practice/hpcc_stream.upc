// HPC Challenge's STREAM: ends with 1 unless the vectors are right.
// threads: 1 2 3 4
// modes: process pthreads mixed far nodes
// unoptimised
// expect-any
#include "../../../bench/hpcc/stream.upc"
