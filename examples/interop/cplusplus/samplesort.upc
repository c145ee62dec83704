/* A sample sort whose local work is C++: std::sort and std::lower_bound (sort.cc). Each thread
 * begins with KEYS numbers, and ends with the sorted numbers between two splitters. */
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_collective.h>

#include "sort.h"

enum { KEYS = 10000 };

shared [KEYS] double key[KEYS * THREADS];
shared double first[THREADS], last[THREADS], splitter[THREADS];
shared long count[THREADS], total;

/* This thread's result: the keys of all threads from its splitter up to the next one. */
static size_t collect(double *mine) {
  double low = splitter[MYTHREAD];
  double high = MYTHREAD + 1 < THREADS ? splitter[MYTHREAD + 1] : 2;
  double block[KEYS];
  size_t n = 0;
  for (int t = 0; t < THREADS; t++) {
    upc_memget(block, &key[t * KEYS], sizeof block);
    size_t begin = lower_bound(block, KEYS, low), end = lower_bound(block, KEYS, high);
    for (size_t i = begin; i < end; i++)
      mine[n++] = block[i];
  }
  sort(mine, n);
  return n;
}

int main(void) {
  double *own = (double *)&key[MYTHREAD * KEYS];
  srand48(MYTHREAD + 1);
  for (int i = 0; i < KEYS; i++)
    own[i] = drand48();
  sort(own, KEYS);
  splitter[MYTHREAD] = (double)MYTHREAD / THREADS;
  upc_barrier;

  double *mine = malloc(sizeof(double) * KEYS * THREADS);
  size_t n = collect(mine);
  count[MYTHREAD] = n;
  first[MYTHREAD] = n ? mine[0] : splitter[MYTHREAD];
  last[MYTHREAD] = n ? mine[n - 1] : splitter[MYTHREAD];
  int ok = is_sorted(mine, n);
  free(mine);
  upc_all_reduceL(&total, count, UPC_ADD, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  ok = ok && (MYTHREAD == 0 || last[MYTHREAD - 1] <= first[MYTHREAD]);
  ok = ok && total == (long)KEYS * THREADS;
  if (!ok)
    upc_global_exit(1);
  upc_barrier;
  if (MYTHREAD == 0)
    printf("%ld keys in order on %d threads\n", (long)total, THREADS);
  return 0;
}
