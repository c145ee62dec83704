// # No choice of _Generic for a type
// $ upcc -c generic_without_choice.upc
// > `_Generic` goes by the type of its first operand as a value. Add an association for the type
// > that the message names, or `default:`.
#include <upc.h>
int main(void) { return _Generic(THREADS, double: 1, char *: 2); }
