// # Objects of two modes in one program
// $ upcc -c a.upc
// $ upcc -pthreads -c b.upc
// $ upcc a.o b.o
// > With `-pthreads` several UPC threads share a process, and each needs its own copy of the
// > private data. Compile all files with `-pthreads`, or all without.
//--- a.upc
#include <upc.h>
void f(void);
int main(void) {
  f();
  return 0;
}
//--- b.upc
#include <upc.h>
void f(void) { upc_barrier; }
