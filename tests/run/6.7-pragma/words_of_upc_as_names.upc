// In a c_code region the words of UPC are names, and what they name works with UPC around it.
#include "check.h"

#pragma upc c_code
struct options { int shared, strict, relaxed, upc_barrier; };
static int sum(struct options *shared, int strict)
{
    return shared->strict + shared->relaxed + strict;
}
static int (*relaxed)(struct options *, int) = sum;
static int call(struct options *o, int value) { return relaxed(o, value) + o->upc_barrier; }
#pragma upc upc_code

shared int x[THREADS];

int main(void)
{
    struct options o = { 1, 2, 3, 4 };
    x[MYTHREAD] = MYTHREAD;
    CHECK_EQ(call(&o, x[MYTHREAD]), 9 + MYTHREAD);
    check_done();
    return 0;
}
