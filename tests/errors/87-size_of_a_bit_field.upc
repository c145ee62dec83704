// # sizeof of a bit-field
// $ upcc -c size_of_a_bit_field.upc
// > `sizeof` counts bytes. Take the size of the bit-field's type, or of the structure. `sizeof` of
// > a structure that is declared only is refused alike.
#include <upc.h>
shared struct flags { unsigned ready : 1; } f;
int main(void) { return sizeof f.ready; }
