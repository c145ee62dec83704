#include <upc.h>
#pragma upc_relaxed /* warning: unknown '#pragma upc' is ignored */
shared int a[THREADS];
int main(void) {
  a[MYTHREAD] = 1;
  }
  upc_barrier; /* error: expected a declaration before 'upc_barrier' */
  if (MYTHREAD == 0)
    upc_barrier;
  return 0;
}
