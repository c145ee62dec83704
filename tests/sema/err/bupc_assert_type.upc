/* A type that is not the expression's. */
#include <upc.h>
shared [4] int a[4 * THREADS];
bupc_assert_type(&a[0], shared [2] int *); /* error: bupc_assert_type: '&a[0]' is 'shared [4] int *', not 'shared [2] int *' */
int f(int x)
{
    x = (bupc_assert_type(x, long), x); /* error: bupc_assert_type: 'x' is 'int', not 'long' */
    return x;
}
