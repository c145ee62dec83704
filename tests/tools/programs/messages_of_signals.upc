/* Thread 0 prints how many messages it sends for SIGNALS puts with a signal, and for as many
 * posts. */
#include <bupc_extensions.h>
#include <stdio.h>
#include <upc_relaxed.h>
#include <upcx_messages.h>

enum { SIGNALS = 50 };

static bupc_sem_t *shared sem[THREADS];
static shared [8] char box[8 * THREADS];

int main(void) {
  char data[8] = {0};
  sem[MYTHREAD] = bupc_sem_alloc(BUPC_SEM_INTEGER);
  upc_barrier;
  bupc_sem_t *there = sem[THREADS - 1];
  unsigned long before = upcx_messages().messages;
  for (int i = 0; i < SIGNALS && MYTHREAD == 0; i++)
    bupc_memput_signal_async(&box[8 * (THREADS - 1)], data, sizeof data, there, 1);
  upc_fence;
  unsigned long between = upcx_messages().messages;
  for (int i = 0; i < SIGNALS && MYTHREAD == 0; i++)
    bupc_sem_post(there);
  upc_fence;
  if (MYTHREAD == 0)
    printf("%d %lu %lu\n", SIGNALS, between - before, upcx_messages().messages - between);
  if (MYTHREAD == THREADS - 1)
    bupc_sem_waitN(sem[MYTHREAD], 2 * SIGNALS);
  upc_barrier;
  return 0;
}
