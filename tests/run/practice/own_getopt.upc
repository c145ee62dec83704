// args: -q
// A program with a getopt of its own, whose variables other code declares extern.
#include "check.h"
#include <unistd.h>

int optind = 5;
char *optarg;

int getopt(int argc, char *const argv[], const char *options)
{
    optind += 10;
    return options[0] + argc;
}

int random_calls;
int rand(void)
{
    return ++random_calls;
}

int main(int argc, char **argv)
{
    CHECK_EQ(getopt(argc, argv, "a"), 'a' + 2);
    CHECK_EQ(optind, 15);
    CHECK(optarg == NULL);
    srand(1);
    CHECK_EQ(rand(), 1);
    CHECK_EQ(rand(), 2);
    check_done();
    return 0;
}
