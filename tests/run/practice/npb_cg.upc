// NPB CG, class S: ends with 1 unless its eigenvalue is the published one.
// threads: 1 2 3 4
// modes: process pthreads mixed far nodes
// unoptimised
// expect-any
#include "../../../bench/npb/cg.upc"
