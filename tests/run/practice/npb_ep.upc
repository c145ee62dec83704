// NPB EP, class S: ends with 1 unless its sums are the published ones.
// threads: 1 2 3
// modes: process pthreads mixed far nodes
// unoptimised
// expect-any
#include "../../../bench/npb/ep.upc"
