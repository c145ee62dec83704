// The two sides of a transfer in pieces have as many bytes.
// status: nonzero
// expect-nothing
// stderr: bupc_memput_fstrided: the source has 12 bytes, the destination 16
#include <upc.h>

static shared [8] int a[8 * THREADS];

int main(void)
{
    int mine[8] = {0};
    bupc_memput_fstrided(&a[0], 8, 16, 2, mine, 4, 8, 3);
    return 0;
}
