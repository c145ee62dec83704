// cflags: -g
// threads: 1 2 3
// status: nonzero
// expect-nothing
// stderr: thread 0: .*null_pointer\.upc:19: update through a null pointer-to-shared that was moved by 8 bytes and 0 threads
#include <upc_relaxed.h>

struct node {
  long value;
  int count;
  shared struct node *next;
};
shared struct node *shared list;

int main(void) {
  upc_barrier;
  if (MYTHREAD == 0)
    /* the line of the access counts */
    list->count += 1;
  upc_barrier;
  return 0;
}
