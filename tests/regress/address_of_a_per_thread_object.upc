// Initialisers that are addresses of private statics: a different address in each thread under
// -pthreads.
#include "check.h"

static int a = 5, big[3000];
int *pointer = &a, *const constant = &a;
static int *table[] = {&a, big + 2999, NULL};
static struct { const char *name; int *where; int (*f)(void); } entry = {"x", &big[1], NULL};
static int **twice = &pointer;

static int get(void)
{
    static int local = 3, *where = &local;
    return *where + *constant;
}

int main(void)
{
    entry.f = get;
    a += MYTHREAD;
    big[2999] = 10 * MYTHREAD;
    upc_barrier;
    CHECK(*pointer == 5 + MYTHREAD && *table[0] == 5 + MYTHREAD && **twice == 5 + MYTHREAD);
    CHECK_EQ(*table[1], 10 * MYTHREAD);
    CHECK(entry.where == &big[1] && table[2] == NULL);
    CHECK_EQ(entry.f(), 8 + MYTHREAD);
    check_done();
    return 0;
}
