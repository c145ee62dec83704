/* Tree search with work stealing by subscripts and locks only. */
#include <upc_relaxed.h>

#include "uts.h"

static struct stack stack;
static shared [POOL * CHUNK] struct node pool[THREADS][POOL][CHUNK];
static shared int ready[THREADS]; /* chunks in each thread's pool */
static upc_lock_t *shared lock[THREADS];
static upc_lock_t *idle_lock;
static strict shared int idle;
#define NAME "uts_plain"

static void prepare_count(void) { idle_lock = upc_all_lock_alloc(); }

static void count_idle(int by) {
  upc_lock(idle_lock);
  idle += by;
  upc_unlock(idle_lock);
}

static void give(void) {
  upc_lock(lock[MYTHREAD]);
  for (int k = 0; k < CHUNK; k++)
    pool[MYTHREAD][ready[MYTHREAD]][k] = stack.node[stack.bottom++];
  ready[MYTHREAD]++;
  upc_unlock(lock[MYTHREAD]);
}

static int take(int v) {
  int found = 0;
  upc_lock(lock[v]);
  if (ready[v] > 0) {
    ready[v]--;
    for (int k = 0; k < CHUNK; k++)
      stack.node[stack.top++] = pool[v][ready[v]][k];
    found = 1;
  }
  upc_unlock(lock[v]);
  return found;
}

#include "upc_pool.h"
