// # Two types in one declaration
// $ upcc -c two_types.upc
// > A declaration names one type. Often the `;` after a structure is missing, or a comma.
#include <upc.h>
shared int double a[THREADS];
int main(void) { return 0; }
