// The last parameter before `...` may have any type, also that of a pointer-to-shared.
#include "check.h"
#include <stdarg.h>

shared int cyclic[2 * THREADS];
shared [2] int blocked[2 * THREADS];

static shared int *behind(shared int *start, ...)
{
    va_list list;
    va_start(list, start);
    start += va_arg(list, int);
    shared [2] int *other = va_arg(list, shared [2] int *);
    va_end(list);
    CHECK(other == &blocked[1]);
    return start;
}

static void store(shared void *to, ...)
{
    va_list list;
    va_start(list, to);
    *(shared int *)to = va_arg(list, int);
    va_end(list);
}

int main(void)
{
    CHECK(behind(cyclic, 1, &blocked[1]) == &cyclic[1]);
    store(&cyclic[MYTHREAD], 3 * MYTHREAD);
    upc_barrier;
    for (int t = 0; t < THREADS; t++)
        CHECK_EQ(cyclic[t], 3 * t);
    check_done();
    return 0;
}
