// k-mers of a genome that is made, and its contigs: ends with 1 unless they are right.
// threads: 1 2 3 4
// modes: process pthreads mixed far nodes
// unoptimised
// expect-any
#include "../../../bench/genome/contigs.upc"
