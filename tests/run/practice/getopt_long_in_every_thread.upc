// args: one -vx --size=7 two --verb --name n -o3 -- -z
// getopt_long with permutation, in every thread at its own pace, twice.
#include "check.h"
#include <getopt.h>
#include <string.h>

static char *first_operand(char **argv)
{
    extern int optind;
    return argv[optind];
}

static void scan(int argc, char **argv)
{
    static const struct option longs[] = {{"size", required_argument, NULL, 's'},
                                          {"verbose", no_argument, NULL, 'V'},
                                          {"name", required_argument, NULL, 'n'},
                                          {0}};
    char seen[16] = "";
    int option, at = 0;
    optind = 0;
    opterr = 0;
    while ((option = getopt_long(argc, argv, "vo::", longs, NULL)) != -1) {
        seen[at++] = option;
        if (option == 's')
            CHECK(strcmp(optarg, "7") == 0);
        if (option == 'n')
            CHECK(strcmp(optarg, "n") == 0);
        if (option == 'o')
            CHECK(strcmp(optarg, "3") == 0);
        if (option == '?')
            CHECK_EQ(optopt, 'x');
        for (int i = 0; i < MYTHREAD; i++)
            upc_fence; /* threads are at different options */
    }
    CHECK(strcmp(seen, "v?sVno") == 0);
    CHECK(strcmp(first_operand(argv), "one") == 0 && strcmp(argv[optind + 1], "two") == 0 &&
          strcmp(argv[optind + 2], "-z") == 0);
    CHECK_EQ(argc - optind, 3);
}

int main(int argc, char **argv)
{
    scan(argc, argv);
    upc_barrier;
    scan(argc, argv);
    check_done();
    return 0;
}
