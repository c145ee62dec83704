/* A type that is not the expression's. */
#include <upc.h>
shared [4] int a[4 * THREADS];
bupc_assert_type(&a[0], shared [2] int *); /* error: bupc_assert_type */
