// # An array without a length before other members
// $ upcc -c flexible_member_first.upc
// > Only the last member of a structure may be an array without length. A bit-field is an integer
// > no wider than its type.
#include <upc.h>
struct message { char text[]; int length; };
int main(void) { return 0; }
