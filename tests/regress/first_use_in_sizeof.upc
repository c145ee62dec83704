// What each thread of a process has its own of, met first in an operand of sizeof, as assert
// has one: it is declared where it is used afterwards.
#include <unistd.h>
#include "check.h"

static int *counter(void)
{
    static int count[2000];
    int same = sizeof(count[0]) == sizeof(int);
    count[1999] += same;
    return &count[1999];
}

int main(int argc, char **argv)
{
    int size = sizeof((optind == argc && optarg) ? 1 : 0);
    CHECK_EQ(size, (int)sizeof(int));
    CHECK_EQ(optind, 1);
    int chosen = _Generic(argc, int: opterr, default: 5);
    CHECK_EQ(chosen, 1);
    optind = argc + MYTHREAD;
    upc_barrier;
    CHECK(sizeof(*optarg) == 1 && optarg == NULL && optind == argc + MYTHREAD);
    CHECK(*counter() == 1 && *counter() == 2);
    check_done();
    return argv == NULL;
}
