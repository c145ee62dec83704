// A main without a result: older programs have it, and mean success.
#include "check.h"

shared int done[THREADS];

void main(int argc, char **argv)
{
    done[MYTHREAD] = argc;
    upc_barrier;
    CHECK_EQ(done[(MYTHREAD + 1) % THREADS], 1);
    check_done();
    (void)snprintf(argv[0], 1, "%d", 123);
}
