// # sizeof of a bit-field
// $ upcc -c size_of_a_bit_field.upc
// > `sizeof` counts bytes. Use the size of the bit-field's type, or of the structure. A structure
// > without a definition has no size either.
#include <upc.h>
shared struct flags { unsigned ready : 1; } f;
int main(void) { return sizeof f.ready; }
