/* SPDX-License-Identifier: Apache-2.0 */
/* malloc and free of one thread: the same blocks as runtime/alloc.upc. */
#include <stdlib.h>

#include "measure.h"

enum { CALLS = 200 };

static void *volatile block; /* so the compiler drops no call */
static void *blocks[CALLS];

static void own(struct measure *m) {
  for (int i = 0; i < CALLS; i++) {
    block = malloc((size_t)m->n);
    free(block);
  }
}

static void own_many(struct measure *m) {
  for (int i = 0; i < CALLS; i++)
    blocks[i] = malloc((size_t)m->n);
  for (int i = 0; i < CALLS; i++)
    free(blocks[i]);
}

static struct {
  struct measure m;
  void (*run)(struct measure *m);
} kinds[] = {
    {{"alloc_free", 64}, own},
    {{"alloc_free", 65536}, own},
    {{"alloc_free_many", 64}, own_many},
    {{"alloc_free_many", 4096}, own_many},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

int main(void) {
  int rounds = measure_rounds();
  for (int round = 0; round < rounds; round++)
    for (int k = 0; k < KINDS; k++) {
      double start = now_ns();
      kinds[k].run(&kinds[k].m);
      measure_add(&kinds[k].m, start, CALLS);
    }
  for (int k = 0; k < KINDS; k++)
    measure_print(&kinds[k].m);
}
