/* The triad over arrays with blocks of 64 elements, by subscripts only. */
#include <upc_relaxed.h>

#include "triad.h"

static shared [64] double a[N], b[N], c[N];
#define NAME "triad_blocks"
#define EACH(i) upc_forall (long i = 0; i < N; i++; &a[i])
#define NUMBER(i) (i)

static void prepare(void) {}

static void triad(void) {
  upc_forall (long i = 0; i < N; i++; &a[i])
    a[i] = b[i] + ALPHA * c[i];
}

#include "upc_main.h"
