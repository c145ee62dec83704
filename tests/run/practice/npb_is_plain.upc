// NPB IS by subscripts, class S: ends with 1 unless its ranks are the published ones.
// threads: 1 2 3
// modes: process pthreads mixed far nodes
// static-only
// unoptimised
// expect-any
#include "../../../bench/npb/is_plain.upc"
