// conformance: ENV-3.4.2-S1
// Large private statics with initial values: of whole and odd numbers of pages, mostly zero, all
// zero, and with addresses in some of their pages. Every thread has its own, right from the start.
#include "check.h"
#include <string.h>

enum { PAGE = 4096, ENTRIES = 40000 };

struct entry {
    const char *name;
    int (*compare)(const char *, const char *);
    void *(*copy)(void *, const void *, size_t);
    long number;
};

static const char text[] = "a constant";

static char odd[3 * 65536 + 77] = {[0] = 1, [65536] = 2, [3 * 65536 + 76] = 3};
static char sixteen[16 * PAGE] = {[16 * PAGE - 1] = 4};
static int zero[1 << 20] = {0};
double million[1 << 17] = {1.5, [(1 << 17) - 1] = 2.5};
static struct entry table[ENTRIES] = {
    [0] = {"first", strcmp, memcpy, 1},
    [20000] = {text, strcmp, memmove, 2},
    [ENTRIES - 1] = {"last", strcmp, memcpy, 3},
};
static const char *names[200000] = {[5] = "five", [199999] = "end"};

static char *inner(void)
{
    static char local[1 << 20] = "local";
    return local;
}

static void check_initial(void)
{
    CHECK_EQ(odd[0] + odd[65536] + odd[sizeof odd - 1], 6);
    CHECK_EQ(odd[1] + odd[65535] + odd[65537] + odd[sizeof odd - 2], 0);
    CHECK_EQ(sixteen[16 * PAGE - 1], 4);
    CHECK_EQ(zero[0] + zero[(1 << 20) - 1], 0);
    CHECK(million[0] == 1.5 && million[1] == 0 && million[(1 << 17) - 1] == 2.5);
    CHECK(strcmp(inner(), "local") == 0 && inner()[(1 << 20) - 1] == 0);
}

static void check_addresses(void)
{
    char copy[16];
    for (int i = 0; i < ENTRIES; i++)
        if (table[i].name)
            CHECK_EQ(table[i].compare(table[i].copy(copy, table[i].name, strlen(table[i].name) + 1),
                                      table[i].name),
                     0);
        else
            CHECK(!table[i].compare && !table[i].copy && !table[i].number);
    CHECK_EQ(table[0].number + table[20000].number + table[ENTRIES - 1].number, 6);
    CHECK(table[20000].name == text);
    CHECK(!names[0] && !names[6] && strcmp(names[5], "five") == 0 &&
          strcmp(names[199999], "end") == 0);
}

/* A value of the thread in the first, a middle and the last page of each. */
static void write_all(void)
{
    odd[1] = odd[65537] = odd[sizeof odd - 2] = (char)(MYTHREAD + 1);
    sixteen[0] = (char)(MYTHREAD + 1);
    zero[0] = zero[1 << 19] = zero[(1 << 20) - 1] = MYTHREAD + 1;
    million[1 << 16] = MYTHREAD + 1;
    table[20001].number = MYTHREAD + 1;
    inner()[1 << 19] = (char)(MYTHREAD + 1);
}

static void check_own(void)
{
    const int me = MYTHREAD + 1;
    CHECK(odd[1] == me && odd[65537] == me && odd[sizeof odd - 2] == me && sixteen[0] == me);
    CHECK(zero[0] == me && zero[1 << 19] == me && zero[(1 << 20) - 1] == me &&
          million[1 << 16] == me);
    CHECK(table[20001].number == me && inner()[1 << 19] == me);
    CHECK_EQ(odd[sizeof odd - 1] + sixteen[16 * PAGE - 1], 7);
}

int main(void)
{
    check_initial();
    check_addresses();
    upc_barrier;
    write_all();
    upc_barrier;
    check_own();
    check_done();
    return 0;
}
