// A length that was computed below 0 ends with its value and limit, not in the middle of a copy.
// threads: 2 3
// status: nonzero
// stderr: upc_all_broadcast of 18446744073709551612 bytes \(a negative number\): a thread's shared memory has \d+ at most
// expect-nothing
#include <upc.h>
#include <upc_collective.h>

shared int dst[THREADS], src[THREADS];

int main(void)
{
    size_t elements = 3;
    upc_all_broadcast(dst, src, (elements - 4) * sizeof(int), 0);
    return 0;
}
