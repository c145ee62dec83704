// Breadth-first searches by Graph500's rules: ends with 1 if a tree breaches them.
// threads: 1 2 3 4
// modes: process pthreads mixed far nodes
// args: 8 2
// unoptimised
// expect-any
#include "../../../bench/hpcc/bfs.upc"
