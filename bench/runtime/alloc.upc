/* Allocation and free: a block of one's own, a block in every segment by a single thread, and the
 * collective call. */
#include <stdlib.h>
#include <upc_relaxed.h>

#include "measure.h"

enum { CALLS = 200, COLLECTIVE_CALLS = 50 };

/* One thread allocates and frees at once: the block has the same address each time. */
static void own(struct measure *m) {
  for (int i = 0; MYTHREAD == 0 && i < CALLS; i++)
    upc_free(upc_alloc((size_t)m->n));
}

/* Many blocks live at once, freed in the order of their allocation. */
static void own_many(struct measure *m) {
  static shared void *blocks[CALLS];
  for (int i = 0; MYTHREAD == 0 && i < CALLS; i++)
    blocks[i] = upc_alloc((size_t)m->n);
  for (int i = 0; MYTHREAD == 0 && i < CALLS; i++)
    upc_free(blocks[i]);
}

static void global(struct measure *m) {
  for (int i = 0; MYTHREAD == 0 && i < CALLS; i++)
    upc_free(upc_global_alloc((size_t)THREADS, (size_t)m->n));
}

static void collective(struct measure *m) {
  for (int i = 0; i < COLLECTIVE_CALLS; i++)
    upc_all_free(upc_all_alloc((size_t)THREADS, (size_t)m->n));
}

static struct {
  struct measure m;
  void (*run)(struct measure *m);
  int calls;
} kinds[] = {
    {{"alloc_free", 64}, own, CALLS},
    {{"alloc_free", 65536}, own, CALLS},
    {{"alloc_free_many", 64}, own_many, CALLS},
    {{"alloc_free_many", 4096}, own_many, CALLS},
    {{"global_alloc_free", 64}, global, CALLS},
    {{"all_alloc_free", 64}, collective, COLLECTIVE_CALLS},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

int main(void) {
  int rounds = measure_rounds();
  for (int round = 0; round < rounds; round++)
    for (int k = 0; k < KINDS; k++) {
      upc_barrier;
      double start = now_ns();
      kinds[k].run(&kinds[k].m);
      measure_add(&kinds[k].m, start, kinds[k].calls);
    }
  upc_barrier;
  for (int k = 0; MYTHREAD == 0 && k < KINDS; k++)
    measure_print(&kinds[k].m);
}
