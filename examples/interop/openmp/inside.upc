/* OpenMP within each UPC thread: one UPC thread for each socket or node, whose cores share its
 * block of the array. */
#include <omp.h>
#include <stdio.h>
#include <upc.h>
#include <upc_collective.h>

enum { BLOCK = 100000 };

shared [BLOCK] double a[BLOCK * THREADS];
shared double part[THREADS], sum;

int main(void) {
  double *own = (double *)&a[MYTHREAD * BLOCK]; /* private: OpenMP has no affinity */
  double mine = 0;
  int helpers = 1;
#pragma omp parallel reduction(+ : mine)
  {
#pragma omp single
    helpers = omp_get_num_threads();
#pragma omp for
    for (int i = 0; i < BLOCK; i++) {
      own[i] = MYTHREAD + 1;
      mine += own[i];
    }
  }
  part[MYTHREAD] = mine;
  upc_all_reduceD(&sum, part, UPC_ADD, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  if (MYTHREAD == 0)
    printf("sum %.0f on %d threads with %d of OpenMP each\n", sum, THREADS, helpers);
  return sum != 0.5 * BLOCK * THREADS * (THREADS + 1);
}
