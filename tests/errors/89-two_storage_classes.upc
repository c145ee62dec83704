// # Two storage classes
// $ upcc -c two_storage_classes.upc
// > A declaration has one of `static`, `extern`, `typedef`, `register` and `auto`, and parameters
// > and members have none.
#include <upc.h>
static extern shared int a;
int main(void) { return 0; }
