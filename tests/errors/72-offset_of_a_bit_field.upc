// # The offset of a bit-field
// $ upcc -c offset_of_a_bit_field.upc
// > A bit-field begins within a byte, so it has no offset. Use the member before it, or make it an
// > ordinary member.
#include <stddef.h>
#include <upc.h>
struct flags { unsigned ready : 1, done : 1; };
shared long at;
int main(void) {
  at = offsetof(struct flags, done);
  return 0;
}
