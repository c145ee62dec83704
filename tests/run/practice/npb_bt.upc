// NPB BT, class S: ends with 1 unless its norms are the published ones.
// threads: 1 2 3 7
// modes: process pthreads mixed far nodes
// unoptimised
// expect-any
#include "../../../bench/npb/bt.upc"
