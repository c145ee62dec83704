// bupc_assert_type stands where an expression stands, and at file scope.
#include <bupc_extensions.h>
#include <stdarg.h>
#include <upc.h>
#include "check.h"
typedef struct { int x; } thing;
static shared [4] int a[4 * THREADS];
static shared thing things[THREADS];
bupc_assert_type(a[0], shared [4] int);
bupc_assert_type(&a[0], shared [4] int *);
bupc_assert_type(a, shared [4] int [4 * THREADS]);
bupc_assert_type(things[0].x, shared [] int);

static int plain(int x)
{
    bupc_assert_type(x, int);
    return x;
}

static int variable(int n, ...)
{
    va_list list;
    va_start(list, n);
    if (n)
        bupc_assert_type(list, va_list);
    int x = va_arg(list, int);
    va_end(list);
    return x;
}

int main(void)
{
    int n = 0, i;
    if (n == 0)
        bupc_assert_type(n, int);
    else
        bupc_assert_type(things, shared thing [THREADS]);
    for (i = 0, bupc_assert_type(i, int); i < 3; bupc_assert_type(n++, int), i++)
        n++;
    i = (bupc_assert_type(&a[1], shared[4] int *),
         n == 3 ? bupc_assert_type(n, const int) : (void)n, 5);
    goto done;
done:
    bupc_assert_type(a[0] + 1L, long);
    CHECK_EQ(i * 10 + n, 53);
    CHECK_EQ(plain(1) + variable(1, 2), 3);
    check_done();
    return 0;
}
