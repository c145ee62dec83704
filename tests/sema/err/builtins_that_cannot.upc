// What the C compiler's builtins cannot make of shared data is said here, not in the generated code.
#include <upc.h>

shared int x;
shared [2] int blocked[2 * THREADS];

int attribute(void) { return __builtin_has_attribute(x, aligned) + x; }  /* error: cannot be asked about shared data */
int expected(void) { return __builtin_expect(&blocked[1], 1); }          /* error: '__builtin_expect' cannot take */
int size(void) { return __builtin_object_size(&x, 0); }                  /* error: '__builtin_object_size' cannot take */
int bits(void) { return __builtin_bit_cast(int, &x); }                   /* error: '__builtin_bit_cast' cannot take */
long wider(void) { return __builtin_bit_cast(long, x); }                 /* error: of 8 bytes from 'int' of 4 bytes */
int unknown(void) { return x + __builtin_bit_cast(int, unknown_name); }  /* error: 'unknown_name' is not declared */
int choice(void) { return __builtin_choose_expr(x, 1, 2); }              /* error: is not an integer constant */
