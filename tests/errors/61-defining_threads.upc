// # A macro named THREADS
// $ upcc -T 4 -c defining_threads.upc
// > `THREADS`, `MYTHREAD` and the macros of UPC are part of the language. Choose the number of
// > threads by `upcc -T 4` or `upcrun -n 4`.
#include <upc.h>
#define THREADS 8
int main(void) { return 0; }
