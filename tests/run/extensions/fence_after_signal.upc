// A thread that a post has woken computes until the sender's fence is over: the answer to the post
// must not wait for its next call.
// threads: 2
// modes: process mixed far nodes
#include <bupc_extensions.h>
#include <upc_castable.h>
#include <upc_relaxed.h>

#include "check.h"

enum { ROUNDS = 20 };

bupc_sem_t *shared semaphore[THREADS];
shared int data[THREADS], over[THREADS];

static void send(int round) {
  bupc_memput_signal(&data[1], &round, sizeof round, semaphore[1], 1);
  upc_fence;
  upc_memput(&over[1], &round, sizeof round);
}

static void compute(int round) {
  const volatile int *flag = upc_cast(&over[1]);
  bupc_sem_wait(semaphore[1]);
  while (*flag != round)
    ;
  CHECK_EQ(data[1], round);
}

int main(void) {
  if (MYTHREAD == 1)
    semaphore[1] = bupc_sem_alloc(BUPC_SEM_INTEGER | BUPC_SEM_MPRODUCER);
  upc_barrier;
  for (int round = 1; round <= ROUNDS; round++) {
    if (MYTHREAD == 0)
      send(round);
    else if (MYTHREAD == 1)
      compute(round);
    upc_barrier;
  }
  check_done();
  return 0;
}
