// NPB FT, class S: ends with 1 unless its checksums are the published ones.
// threads: 1 2 4
// modes: process pthreads mixed far nodes
// unoptimised
// expect-any
#include "../../../bench/npb/ft.upc"
