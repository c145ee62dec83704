// # An access through a null pointer
// $ upcc -c constant_null.upc
// > Nothing is at a null pointer-to-shared. An access through one that is null only at run time
// > ends the program with a message.
#include <upc.h>
int main(void) { return *(shared int *)0; }
