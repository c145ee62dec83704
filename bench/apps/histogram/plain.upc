/* A histogram by subscripts only: each thread counts its own values, then adds up its own bins over
 * all threads. */
#include <upc_relaxed.h>

#include "histogram.h"

static shared int data[N];
static shared [BINS] long part[THREADS][BINS];
static shared [BINS / THREADS] long count[BINS];
#define NAME "histogram_plain"

static void histogram(void) {
  for (int b = 0; b < BINS; b++)
    part[MYTHREAD][b] = 0;
  upc_forall (long i = 0; i < N; i++; &data[i])
    part[MYTHREAD][data[i]]++;
  upc_barrier;
  upc_forall (int b = 0; b < BINS; b++; &count[b]) {
    count[b] = 0;
    for (int t = 0; t < THREADS; t++)
      count[b] += part[t][b];
  }
}

#include "upc_main.h"
