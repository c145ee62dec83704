// # Two storage classes
// $ upcc -c two_storage_classes.upc
// > A declaration may have one of `static`, `extern`, `typedef`, `register` and `auto`; members
// > have none.
#include <upc.h>
static extern shared int a;
int main(void) { return 0; }
