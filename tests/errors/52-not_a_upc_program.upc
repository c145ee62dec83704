// # upcrun on something else
// $ cc -x c -o prog not_a_upc_program.upc
// $ upcrun -n 2 ./prog
// > Link the program by upcc. A script that starts a UPC program runs `upcrun` itself.
#include <stdio.h>
int main(void) { return 0; }
