// # A fixed number of threads, and another at launch
// $ upcc -T 4 -o prog wrong_thread_count.upc
// $ upcrun -n 8 ./prog
// > Leave `-n` out, or compile without `-T`.
#include <upc.h>
int main(void) { return 0; }
