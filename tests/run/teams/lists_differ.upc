// threads: 2 3
// status: nonzero
// stderr: upcx_team_create: the threads gave different lists of members
// expect-nothing
#include <upc.h>
#include <upcx_collective.h>

shared int dst[THREADS], src[THREADS];

int main(void)
{
    upcx_team_create(UPCX_TEAM_ALL, 2, MYTHREAD ? (int[]){0, 1} : (int[]){1, 0});
    return 0;
}
