// A number of elements that was computed below 0 ends with its value and limit.
// threads: 2 3
// status: nonzero
// stderr: upc_all_reduceI of 18446744073709551615 elements \(a negative number\): the threads.* shared memory has \d+ bytes at most
// expect-nothing
#include <upc.h>
#include <upc_collective.h>

shared int dst[THREADS], src[THREADS];

int main(void)
{
    size_t elements = 3;
    upc_all_reduceI(dst, src, UPC_ADD, elements - 4, 1, NULL, 0);
    return 0;
}
