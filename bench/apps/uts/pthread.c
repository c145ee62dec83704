/* SPDX-License-Identifier: Apache-2.0 */
/* Tree search with work stealing in C with pthreads, by the method of the UPC forms. The first
 * argument is the number of threads, others are names of trees. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "uts.h"

/* The part of a thread's data that others access, in its own cache lines. */
struct pool {
  _Alignas(128) pthread_mutex_t lock;
  atomic_int ready; /* chunks */
  struct node chunk[POOL][CHUNK];
  long visited;
};

static struct pool *pool;
static atomic_int idle;
static int threads;
static const struct tree *tree;

static void give(struct pool *own, struct stack *stack) {
  pthread_mutex_lock(&own->lock);
  memcpy(own->chunk[own->ready], &stack->node[stack->bottom], sizeof own->chunk[0]);
  stack->bottom += CHUNK;
  own->ready++;
  pthread_mutex_unlock(&own->lock);
}

static int take(struct pool *from, struct stack *stack) {
  if (atomic_load_explicit(&from->ready, memory_order_relaxed) == 0)
    return 0;
  pthread_mutex_lock(&from->lock);
  int last = from->ready - 1;
  if (last >= 0) {
    memcpy(&stack->node[stack->top], from->chunk[last], sizeof from->chunk[0]);
    stack->top += CHUNK;
    from->ready = last;
  }
  pthread_mutex_unlock(&from->lock);
  return last >= 0;
}

/* As in the UPC forms (upc_main.h): when all threads are counted as idle, no node is left. */
static int find(int me, struct stack *stack) {
  atomic_fetch_add(&idle, 1);
  while (idle < threads) {
    for (int k = 0; k < threads; k++) {
      struct pool *from = &pool[(me + k) % threads];
      if (from->ready == 0)
        continue;
      atomic_fetch_sub(&idle, 1);
      if (take(from, stack))
        return 1;
      atomic_fetch_add(&idle, 1);
    }
    sched_yield();
  }
  return 0;
}

static void *search(void *argument) {
  int me = (int)(intptr_t)argument;
  struct pool *own = &pool[me];
  struct stack *stack = malloc(sizeof *stack);
  stack->visited = stack->bottom = stack->top = 0;
  if (me == 0)
    stack->node[stack->top++] = uts_root(tree);
  do {
    while (stack->top > stack->bottom) {
      uts_visit(stack, tree);
      if (stack->top - stack->bottom > 2 * CHUNK &&
          atomic_load_explicit(&own->ready, memory_order_relaxed) < POOL)
        give(own, stack);
    }
    stack->top = stack->bottom = 0;
  } while (take(own, stack) || find(me, stack));
  own->visited = stack->visited;
  free(stack);
  return 0;
}

/* One search by all threads; returns the number of nodes visited. */
static long run(void) {
  pthread_t *thread = malloc((size_t)threads * sizeof *thread);
  long sum = 0;
  idle = 0;
  for (int t = 1; t < threads; t++)
    pthread_create(&thread[t], 0, search, (void *)(intptr_t)t);
  search(0);
  for (int t = 1; t < threads; t++)
    pthread_join(thread[t], 0);
  for (int t = 0; t < threads; t++)
    sum += pool[t].visited;
  free(thread);
  return sum;
}

int main(int argc, char **argv) {
  static struct measure m[UTS_TREES];
  static char name[UTS_TREES][32];
  static struct stack stack;
  int status = 0;
  int names = argc > 2 ? argc - 2 : 0;
  const char *unknown = uts_unknown(names, argv + 2);
  if (unknown)
    return uts_refuse(unknown);
  threads = argc > 1 ? atoi(argv[1]) : 2;
  pool = aligned_alloc(128, (size_t)threads * sizeof *pool);
  memset(pool, 0, (size_t)threads * sizeof *pool);
  for (int t = 0; t < threads; t++)
    pthread_mutex_init(&pool[t].lock, 0);
  for (int k = 0; k < UTS_TREES; k++) {
    if (!uts_is_chosen(k, names, argv + 2))
      continue;
    snprintf(name[k], sizeof name[k], "uts_%s", uts_trees[k].name);
    m[k].name = name[k];
    long wrong = 0, expected;
    tree = &uts_trees[k];
    expected = uts_expected(&stack, tree);
    for (int round = uts_rounds(); round > 0; round--) {
      double start = now_ns();
      wrong += labs(run() - expected);
      measure_add(&m[k], start, expected);
    }
    status |= app_end(&m[k], wrong);
  }
  return status;
}
