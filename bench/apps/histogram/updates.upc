/* A histogram by remote updates: a bin has an element for each thread, all with affinity to the
 * bin's owner. */
#include <upc_relaxed.h>

#include "histogram.h"

static shared int data[N];
static shared [THREADS] long place[BINS][THREADS];
static shared long count[BINS];
#define NAME "histogram_updates"

static void histogram(void) {
  upc_forall (int b = 0; b < BINS; b++; &count[b])
    for (int t = 0; t < THREADS; t++)
      place[b][t] = 0;
  upc_barrier;
  upc_forall (long i = 0; i < N; i++; &data[i])
    place[data[i]][MYTHREAD]++;
  upc_barrier;
  upc_forall (int b = 0; b < BINS; b++; &count[b]) {
    count[b] = 0;
    for (int t = 0; t < THREADS; t++)
      count[b] += place[b][t];
  }
}

#include "upc_main.h"
