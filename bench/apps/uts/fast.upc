/* Tree search with work stealing, optimised by hand: chunks move as blocks, atomics count idle
 * threads, an empty pool takes no lock. */
#include <upc_relaxed.h>
#include <upc_atomic.h>

#include "uts.h"

static struct stack stack;
static shared [POOL * CHUNK] struct node pool[THREADS][POOL][CHUNK];
static shared int ready[THREADS]; /* chunks in each thread's pool */
static upc_lock_t *shared lock[THREADS];
static upc_atomicdomain_t *domain;
static strict shared int idle;
#define NAME "uts_fast"

static void prepare_count(void) { domain = upc_all_atomicdomain_alloc(UPC_INT, UPC_ADD, 0); }

static void count_idle(int by) { upc_atomic_strict(domain, 0, UPC_ADD, &idle, &by, 0); }

static void give(void) {
  upc_lock_t *own = lock[MYTHREAD];
  upc_lock(own);
  memcpy((struct node *)&pool[MYTHREAD][ready[MYTHREAD]][0], &stack.node[stack.bottom],
         CHUNK * sizeof(struct node));
  stack.bottom += CHUNK;
  ready[MYTHREAD]++;
  upc_unlock(own);
}

static int take(int v) {
  if (ready[v] == 0)
    return 0;
  upc_lock_t *theirs = lock[v];
  upc_lock(theirs);
  int last = ready[v] - 1;
  if (last >= 0) {
    upc_memget(&stack.node[stack.top], &pool[v][last][0], CHUNK * sizeof(struct node));
    stack.top += CHUNK;
    ready[v] = last;
  }
  upc_unlock(theirs);
  return last >= 0;
}

#include "upc_pool.h"
