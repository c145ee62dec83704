// NPB MG, class S: ends with 1 unless its norm is the published one.
// threads: 1 2 4 8
// modes: process pthreads mixed far nodes
// unoptimised
// expect-any
#include "../../../bench/npb/mg.upc"
