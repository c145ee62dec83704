#include <upc.h>
shared int a[THREADS];
void some(int c) {
  shared void *p;
  if (MYTHREAD == 0) upc_barrier;           /* warning: upc_barrier in a branch on MYTHREAD */
  if (c && !MYTHREAD) { upc_notify; upc_wait; } /* warning: upc_notify in a branch */
  if (MYTHREAD) a[0] = 1; else upc_barrier; /* warning: upc_barrier in a branch */
  if (MYTHREAD > 1) c++;
  else if (c) p = upc_all_alloc(1, 1);      /* warning: upc_all_alloc in a branch */
  if (MYTHREAD == 0) {
    if (MYTHREAD < 1) upc_barrier;          /* warning: upc_barrier in a branch */
  }
}
void every(int c) {
  if (MYTHREAD == 0) upc_barrier; else upc_barrier;
  if (MYTHREAD == 0) { upc_notify; } else if (c) { upc_notify; } else { upc_notify; }
  upc_wait;
  if (c) upc_barrier;
  if (a[MYTHREAD]) upc_barrier;
  if (MYTHREAD == 0 || c) upc_barrier;
  if (MYTHREAD == 0) { upc_barrier; return; }
  upc_barrier;
}
