// All threads take, grow and give back the symmetric heap at once; blocks never overlap.
// threads: 3 4
// launch: -shared-heap 64M
#include <stdio.h>
#include <stdlib.h>
#include <upc_relaxed.h>

enum { BLOCKS = 8, ROUNDS = 30 };

typedef shared [] unsigned *block;

/* Words 0 and the last of the part that each thread has of the block. */
static void mark(shared void *p, size_t bytes, unsigned value, int is_check) {
  for (int t = 0; t < THREADS; t++) {
    block part = (block)((shared [1] char *)p + t);
    size_t last = bytes / sizeof(unsigned) - 1;
    if (!is_check) {
      part[0] = value;
      part[last] = value;
    } else if (part[0] != value || part[last] != value) {
      printf("thread %d: another wrote to a block of %zu bytes\n", MYTHREAD, bytes);
      upc_global_exit(1);
    }
  }
}

int main(void) {
  shared void *p[BLOCKS] = {0};
  size_t size[BLOCKS];
  unsigned seed = 77u * (MYTHREAD + 1);
  for (int i = 0; i < ROUNDS * BLOCKS; i++) {
    int k = i % BLOCKS;
    if (p[k] != NULL) {
      mark(p[k], size[k], MYTHREAD * 1000u + k, 1);
      upc_free(p[k]);
    }
    seed = seed * 1103515245u + 12345u;
    size[k] = seed >> 16 & 1 ? 64 + (seed >> 18 & 0xff8) : (size_t)1 << 20; // the latter grow and
                                                                            // trim it
    p[k] = upc_global_alloc(THREADS, size[k]);
    if (p[k] != NULL)
      mark(p[k], size[k], MYTHREAD * 1000u + k, 0);
  }
  for (int k = 0; k < BLOCKS; k++)
    if (p[k] != NULL) {
      mark(p[k], size[k], MYTHREAD * 1000u + k, 1);
      upc_free(p[k]);
    }
  upc_barrier;
  if (MYTHREAD == 0)
    printf("ok\n");
  return 0;
}
