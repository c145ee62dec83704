// threads: 2 3
/* Threads that share processors with other programs have short time slices (sched_setattr(2)), if
 * the system has one for each thread. */
#define _GNU_SOURCE
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "check.h"

enum { SLICE = 100000 /* ns */ };

int main(void)
{
    struct {
        uint32_t size, policy;
        uint64_t flags;
        int32_t nice;
        uint32_t priority;
        uint64_t slice, deadline, period;
    } s;
    memset(&s, 0, sizeof s);
    CHECK_EQ(syscall(SYS_sched_getattr, 0, &s, (unsigned)sizeof s, 0u), 0);
    CHECK(s.policy != 0 || s.slice <= SLICE);
    CHECK_EQ(s.nice, getpriority(PRIO_PROCESS, getppid()));
    check_done();
    return 0;
}
