// threads: 5 9
/* If oversubscribed, each thread may run wherever the job may. */
#define _GNU_SOURCE
#include <sched.h>
#include <unistd.h>
#include "check.h"

int main(void)
{
    cpu_set_t job, own;
    CHECK_EQ(sched_getaffinity(getppid(), sizeof job, &job), 0);
    CHECK_EQ(sched_getaffinity(0, sizeof own, &own), 0);
    if (THREADS > CPU_COUNT(&job))
        CHECK(CPU_EQUAL(&job, &own));
    check_done();
    return 0;
}
