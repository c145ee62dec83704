// hello - every thread says who it is.
//
//   upcc -o hello hello.upc && upcrun -n 4 ./hello
//
// reference: ../reference/hello.c
// reference-args: {threads}
// expect-sorted: compared with the reference in any order

#include <stdio.h>
#include <upc.h>

int main(void)
{
  // main runs on every thread. MYTHREAD is the number of this thread, THREADS their count. The
  // lines may come in any order; each line is whole.
  printf("Hello from thread %d of %d\n", MYTHREAD, THREADS);
  return 0;
}
