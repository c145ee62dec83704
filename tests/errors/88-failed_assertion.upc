// # A static assertion that fails
// $ upcc -c failed_assertion.upc
// > The program says itself what must hold when it is compiled, and it does not: the assertion's
// > text tells why.
#include <upc.h>
_Static_assert(sizeof(int) == 8, "int must have 64 bits");
int main(void) { return 0; }
