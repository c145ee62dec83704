// threads: 1 3
// status: nonzero
// stderr: upcx_team_gather_allv: the array of displacements is a null pointer
// expect-nothing
#include <upc.h>
#include <upcx_collective.h>

shared int dst[THREADS], src[THREADS];

int main(void)
{
    size_t counts[THREADS];
    for (int t = 0; t < THREADS; t++)
        counts[t] = 0;
    upcx_team_gather_allv(dst, counts, 0, src, 0, UPCX_TEAM_ALL);
    return 0;
}
