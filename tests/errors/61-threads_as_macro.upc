// # A macro that hides THREADS
// $ upcc -c threads_as_macro.upc
// > The macro hides the number of threads. `-T 4` fixes it.
#include <upc.h>
#define THREADS 4
shared int a[THREADS];
int main(void) { return a[0]; }
