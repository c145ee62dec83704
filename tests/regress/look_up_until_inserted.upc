// threads: 2 4
// modes: process pthreads far nodes sim
// A thread waits by looking up a short list until another thread has extended it: the loop of the
// look-up polls, though each of its executions has few iterations.
#include <stdio.h>
#include <upc_relaxed.h>

enum { ITEMS = 20 };

struct item {
  int key;
  shared struct item *next;
};
shared struct item items[ITEMS * THREADS];
shared struct item *shared first;

static int is_there(int key) {
  for (shared struct item *p = first; p; p = p->next)
    if (p->key == key)
      return 1;
  return 0;
}

static void add(int key) {
  items[key].key = key;
  items[key].next = first;
  upc_fence;
  first = &items[key];
  upc_fence;
}

static shared int *end_of(shared int *p) {
  while (*p)
    p++;
  return p;
}

shared int text[4 * THREADS];

int main(void) {
  for (int key = 0; key < ITEMS; key++) {
    if (key % THREADS == MYTHREAD)
      add(key);
    else
      while (!is_there(key)) {
      }
  }
  upc_barrier;
  for (int i = MYTHREAD; i < 3 * THREADS + 1; i += THREADS)
    text[i] = i < 3 * THREADS;
  upc_barrier;
  if (end_of(text) != &text[3 * THREADS]) {
    printf("thread %d: wrong end\n", MYTHREAD);
    upc_global_exit(1);
  }
  upc_barrier;
  if (MYTHREAD == 0)
    puts("ok");
  return 0;
}
