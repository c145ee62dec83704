/* The triad over a block of each thread, behind pointers of indefinite block size. */
#include <upc_relaxed.h>

#include "triad.h"

static shared [] double *a, *b, *c;
#define NAME "triad_own"
#define EACH(i) for (long i = 0; i < N / THREADS; i++)
#define NUMBER(i) (MYTHREAD * (long)(N / THREADS) + (i))

static void prepare(void) {
  a = upc_alloc(N / THREADS * sizeof(double));
  b = upc_alloc(N / THREADS * sizeof(double));
  c = upc_alloc(N / THREADS * sizeof(double));
}

static void triad(void) {
  for (long i = 0; i < N / THREADS; i++)
    a[i] = b[i] + ALPHA * c[i];
}

#include "upc_main.h"

APP_EQUAL_PARTS(N);
