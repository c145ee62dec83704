// threads: 2 3
// status: nonzero
// stderr: upcx_team_scatterv: thread 1 \(rank 1\) has 12 bytes for thread 0 \(rank 0\), which expects 8
// expect-nothing
#include <upc.h>
#include <upcx_collective.h>

shared int dst[8 * THREADS], src[THREADS];

int main(void)
{
    size_t counts[THREADS], displs[THREADS];
    for (int t = 0; t < THREADS; t++)
        counts[t] = t == 0 ? 12 : 0, displs[t] = 0;
    shared [] char *array = upc_all_alloc(THREADS, 12);
    upcx_team_scatterv(dst, MYTHREAD == 0 ? 8 : 0, (shared char *)array + 1, counts, displs, 0,
                       UPCX_TEAM_ALL);
    return 0;
}
