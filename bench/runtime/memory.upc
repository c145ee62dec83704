/* Memory per thread, in bytes, of a program without data: that of all processes with threads,
 * divided by THREADS. */
#include <unistd.h>
#include <upc_relaxed.h>

#include "pss.h"

static shared long process[THREADS], kib[THREADS];

/* A process is counted by the first of its threads. */
static int first_of_process(void) {
  for (int t = 0; t < MYTHREAD; t++)
    if (process[t] == process[MYTHREAD])
      return 0;
  return 1;
}

int main(void) {
  process[MYTHREAD] = getpid();
  upc_barrier;
  kib[MYTHREAD] = first_of_process() ? pss_kib() : 0;
  upc_barrier;
  long sum = 0;
  for (int t = 0; MYTHREAD == 0 && t < THREADS; t++)
    sum += kib[t];
  if (MYTHREAD == 0)
    pss_print(sum, THREADS);
  upc_barrier;
}
