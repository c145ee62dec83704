// threads: 1 3
// status: nonzero
// stderr: upcx_team_reduce_all: dst is a null pointer
// expect-nothing
#include <upc.h>
#include <upcx_collective.h>

shared int dst[THREADS], src[THREADS];

int main(void)
{
    int one = 1;
    upcx_team_reduce_all_private(0, &one, UPC_INT, UPC_ADD, 1, UPCX_TEAM_ALL);
    return 0;
}
