// conformance: ENV-3.4.2-S1
// Private statics of every size: small ones, large ones, initialised large ones, and one of 200 MB
// hardly touched.
#include "check.h"
#include <string.h>

static char huge[200 << 20];
static int table[5000] = {1, 2, 3, [4999] = 7};
double grid[100][100];
static const int primes[2000] = {2, 3, 5, 7};
static const char *const names[] = {"one", "two"};

int main(void)
{
    CHECK_EQ(huge[0], 0);
    CHECK_EQ(huge[sizeof huge - 1], 0);
    CHECK_EQ(sizeof huge, 200 << 20);
    CHECK_EQ(table[1], 2);
    CHECK_EQ(table[4998], 0);
    CHECK_EQ(table[4999], 7);
    CHECK_EQ(primes[3], 7);
    CHECK_EQ(strlen(names[1]), 3);
    huge[100 << 20] = MYTHREAD + 1;
    table[4999] += MYTHREAD;
    for (int i = 0; i < 100; i++)
        grid[i][99 - i] = MYTHREAD;
    upc_barrier;
    CHECK_EQ(huge[100 << 20], MYTHREAD + 1);
    CHECK_EQ(table[4999], 7 + MYTHREAD);
    for (int i = 0; i < 100; i++)
        CHECK_EQ(grid[i][99 - i], MYTHREAD);
    check_done();
    return 0;
}
