// # A macro named THREADS
// $ upcc -T 4 -c defining_threads.upc
// > `THREADS`, `MYTHREAD` and the macros of UPC belong to the language. The number of threads is
// > given to the compiler (`upcc -T 4`) or to the launcher (`upcrun -n 4`).
#include <upc.h>
#define THREADS 8
int main(void) { return 0; }
