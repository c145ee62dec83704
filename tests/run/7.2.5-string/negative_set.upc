// A negative number of bytes ends the program with a message, and sets nothing in memory that lies
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

int main(void)
{
    data[MYTHREAD] = upc_alloc(100);
    upc_barrier;
    if (MYTHREAD == 0)
        upc_memset(data[1], 0, n);
    upc_barrier;
    puts("gone on");
    return 0;
}
