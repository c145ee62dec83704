// # A shared parameter
// $ upcc -c shared_parameter.upc
// > A parameter is a private copy. Take `int x` for the value, or `shared int *x` for the object.
#include <upc.h>
int twice(shared int x) { return 2 * x; }
