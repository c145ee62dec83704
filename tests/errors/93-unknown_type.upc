// # A type that nothing declares
// $ upcc -c unknown_type.upc
// > Include the header that declares it, which the message names where it knows it, or look for a
// > misspelling.
#include <upc.h>
shared unit64_t sum;
int main(void) { return 0; }
