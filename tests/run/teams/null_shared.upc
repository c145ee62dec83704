// threads: 1 3
// status: nonzero
// stderr: upcx_team_gather_all: src is a null pointer-to-shared
// expect-nothing
#include <upc.h>
#include <upcx_collective.h>

shared int dst[THREADS], src[THREADS];

int main(void)
{
    upcx_team_gather_all(dst, 0, 0, UPC_IN_NOSYNC, UPCX_TEAM_ALL);
    return 0;
}
