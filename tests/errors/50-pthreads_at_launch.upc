// # Threads in one process without -pthreads
// $ upcc -o prog pthreads_at_launch.upc
// $ upcrun -n 4 -p 2 ./prog
#include <upc.h>
int main(void) { return 0; }
