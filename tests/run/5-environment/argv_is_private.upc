// conformance: ENV-5.1.2.1-S1 ENV-3.4.2-S1
// args: abc
#include "check.h"

int main(int argc, char **argv)
{
    CHECK_EQ(argc, 2);
    argv[1][0] = 'A' + MYTHREAD;
    argv[0] = NULL;
    upc_barrier;
    CHECK_EQ(argv[1][0], 'A' + MYTHREAD);
    CHECK_EQ(argv[1][1], 'b');
    check_done();
    return 0;
}
