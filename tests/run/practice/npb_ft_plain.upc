// NPB FT by subscripts, class S: ends with 1 unless its checksums are the published ones.
// threads: 1 2
// modes: process pthreads mixed far nodes
// static-only
// unoptimised
// expect-any
#include "../../../bench/npb/ft_plain.upc"
