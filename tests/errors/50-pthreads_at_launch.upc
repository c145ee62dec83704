// # Threads in one process without -pthreads
// $ upcc -o prog pthreads_at_launch.upc
// $ upcrun -n 4 -p 2 ./prog
// > Leave `-p` out, and each thread is a process of its own. With several UPC threads in a process
// > each needs its own copy of the private data, which `upcc -pthreads` provides.
#include <upc.h>
int main(void) { return 0; }
