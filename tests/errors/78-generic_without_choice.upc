// # No choice of _Generic for a type
// $ upcc -c generic_without_choice.upc
// > `_Generic` selects by the type of its first operand, converted to a value. Add an association
// > for the type that the message names, or `default:`.
#include <upc.h>
int main(void) { return _Generic(THREADS, double: 1, char *: 2); }
