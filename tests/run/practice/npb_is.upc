// NPB IS, class S: ends with 1 unless its ranks are the published ones.
// threads: 1 2 3 4
// modes: process pthreads mixed far nodes
// unoptimised
// expect-any
#include "../../../bench/npb/is.upc"
