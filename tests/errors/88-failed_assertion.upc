// # A static assertion that fails
// $ upcc -c failed_assertion.upc
// > A condition that the program states for its own compilation is false; the assertion's text
// > gives the reason.
#include <upc.h>
_Static_assert(sizeof(int) == 8, "int must have 64 bits");
int main(void) { return 0; }
