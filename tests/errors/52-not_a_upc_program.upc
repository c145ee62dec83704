// # upcrun on something else
// $ cc -x c -o prog not_a_upc_program.upc
// $ upcrun -n 2 ./prog
#include <stdio.h>
int main(void) { return 0; }
