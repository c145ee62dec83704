// # A type that nothing declares
// $ upcc -c unknown_type.upc
// > Include the header that declares the type; the message names it if it is a known one. Or look
// > for a misspelling.
#include <upc.h>
shared unit64_t sum;
int main(void) { return 0; }
