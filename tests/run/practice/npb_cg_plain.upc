// NPB CG by subscripts, class S: ends with 1 unless its eigenvalue is the published one.
// threads: 1 2 3
// modes: process pthreads mixed far nodes
// static-only
// unoptimised
// expect-any
#include "../../../bench/npb/cg_plain.upc"
