/* The triad over cyclic arrays, by subscripts only. */
#include <upc_relaxed.h>

#include "triad.h"

static shared double a[N], b[N], c[N];
#define NAME "triad_cyclic"
#define EACH(i) upc_forall (long i = 0; i < N; i++; &a[i])
#define NUMBER(i) (i)

static void prepare(void) {}

static void triad(void) {
  upc_forall (long i = 0; i < N; i++; i)
    a[i] = b[i] + ALPHA * c[i];
}

#include "upc_main.h"
