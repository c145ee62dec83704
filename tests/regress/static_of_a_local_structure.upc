// modes: process pthreads mixed
// A static that is set at start-up and whose structure has no tag and is declared with it, as in
// tables of modules.
#include <upc.h>
#include "check.h"

struct module { int version; };
static struct module first = {1}, second = {2};
shared int counter;

static int sum(int n)
{
    static const struct {
        const char *name;
        struct module *module;
        struct { int low, high; } range;
    } table[] = {
        {"first", &first, {1, 2}},
        {"second", &second, {3, 4}},
    }, *last = &table[1];
    int total = 0;
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++)
        total += table[i].module->version * n + table[i].range.high;
    return total + last->range.low;
}

static int of_shared(void)
{
    static struct { shared int *where; int n; } pair = {&counter, 5};
    return upc_threadof(pair.where) == 0 && pair.where == &counter ? pair.n++ : -1;
}

int main(void)
{
    second.version += MYTHREAD;
    CHECK_EQ(sum(10), 30 + 10 * MYTHREAD + 9);
    CHECK_EQ(of_shared(), 5);
    CHECK_EQ(of_shared(), 6);
    upc_barrier;
    check_done();
    return 0;
}
