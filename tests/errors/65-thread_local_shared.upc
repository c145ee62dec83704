// # A shared object for each thread alone
// $ upcc -c thread_local_shared.upc
// > Thread-local data are one thread's, shared data are every thread's: an object cannot be both.
// > An array of THREADS elements gives each thread an element that the others can read.
#include <upc.h>
static _Thread_local shared int counter;
int main(void) { return counter; }
