/* A histogram optimised by hand: own values and counts are private memory, bins of other threads
 * are fetched as blocks. */
#include <upc_relaxed.h>

#include "histogram.h"

static shared int data[N];
static shared [BINS] long part[THREADS][BINS];
static shared [BINS / THREADS] long count[BINS];
#define NAME "histogram_fast"

static void histogram(void) {
  enum { OWN = BINS / THREADS };
  const int *value = (const int *)&data[MYTHREAD];
  long *mine = (long *)&part[MYTHREAD][0], sum[OWN] = {0}, theirs[OWN];
  memset(mine, 0, BINS * sizeof *mine);
  for (long i = 0; i < N / THREADS; i++)
    mine[value[i]]++;
  upc_barrier;
  for (int t = 0; t < THREADS; t++) {
    upc_memget(theirs, &part[t][MYTHREAD * OWN], sizeof theirs);
    for (int b = 0; b < OWN; b++)
      sum[b] += theirs[b];
  }
  memcpy((long *)&count[MYTHREAD * OWN], sum, sizeof sum);
}

#include "upc_main.h"

APP_EQUAL_PARTS(N);
APP_EQUAL_PARTS(BINS);
