// A negative number of bytes ends the program with a message, and puts nothing in memory that lies
// behind.
// threads: 2
// unchecked
// status: nonzero
// expect-nothing
// stderr: access of 18446744073709551612 bytes \(a negative number\):
#include <stdio.h>
#include <upc_relaxed.h>

static shared [] char *shared data[THREADS];
static volatile long n = -4;
static char mine[4];
static void (*volatile put)(shared void *, const void *, size_t) = upc_memput;

int main(void)
{
    data[MYTHREAD] = upc_alloc(100);
    upc_barrier;
    if (MYTHREAD == 0)
        put(data[1], mine, n);
    upc_barrier;
    puts("gone on");
    return 0;
}
