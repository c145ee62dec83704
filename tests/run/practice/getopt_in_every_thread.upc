// args: -a -n 5 file
// Every thread parses its own arguments.
#include "check.h"
#include <unistd.h>

int main(int argc, char **argv)
{
    int option, a = 0, n = 0;
    while ((option = getopt(argc, argv, "an:")) != -1)
        switch (option) {
        case 'a': a = 1; break;
        case 'n': n = atoi(optarg); break;
        default: CHECK(0);
        }
    CHECK(a == 1 && n == 5);
    CHECK_EQ(argv[optind][0], 'f');
    check_done();
    return 0;
}
