// HPC Challenge's Fourier transform: ends with 1 unless there and back gives the vector.
// threads: 1 2 3 4
// modes: process pthreads mixed far nodes
// unoptimised
// expect-any
#include "../../../bench/hpcc/fft.upc"
