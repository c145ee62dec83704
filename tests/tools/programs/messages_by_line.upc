/* Thread 0 sends messages to the last thread from lines that the test finds by their comments. */
#include <stdio.h>
#include <upc_nb.h>
#include <upc_relaxed.h>

enum { BYTES = 3000 };

shared[BYTES] char data[BYTES * THREADS];
static char copy[BYTES];

static void get(void) {
  upc_memget(copy, &data[BYTES * (THREADS - 1)], BYTES); /* seven gets */
}

int main(void) {
  upc_barrier;
  if (MYTHREAD == 0) {
    for (int i = 0; i < 7; i++)
      get();
    for (int i = 0; i < 3; i++)
      upc_sync(upc_memput_nb(&data[BYTES * (THREADS - 1)], copy, 500)); /* three puts */
  }
  upc_barrier;
  return 0;
}
