// cflags: -g
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: thread 1: .*freed_semaphore\.upc:17: bupc_sem_post of a semaphore that was freed
#include <upc_relaxed.h>

static bupc_sem_t *shared of_0;

int main(void) {
  if (MYTHREAD == 0) {
    of_0 = bupc_sem_alloc(BUPC_SEM_INTEGER);
    bupc_sem_free(of_0);
  }
  upc_barrier;
  if (MYTHREAD == 1)
    bupc_sem_post(of_0);
  upc_barrier;
  return 0;
}
