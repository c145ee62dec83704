// # A shared object for each thread alone
// $ upcc -c thread_local_shared.upc
// > An object cannot be both thread-local and shared. In a shared array of THREADS elements each
// > thread has an element that the others can read.
#include <upc.h>
static _Thread_local shared int counter;
int main(void) { return counter; }
