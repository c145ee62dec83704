// # A condition on THREADS
// $ upcc -c threads_in_if.upc
// > Without `-T` the number of threads is known when the program starts, after the preprocessor.
// > Write `if (THREADS > 1)`.
#include <upc.h>
#if THREADS > 1
#error "for one thread"
#endif
int main(void) { return 0; }
