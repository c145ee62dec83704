/* Loops of a program that wait for other threads. A token goes round all threads, which wait for it
 * in a loop with one call (the time of a hand-over). A search of an unbalanced tree, in which idle
 * threads steal work from others (the time of a node; every worker polls after each). */
#include <stdint.h>
#include <bupc_extensions.h>
#include <upc_atomic.h>
#include <upc_relaxed.h>

#include "measure.h"

enum { ROUNDS = 20, STACK = 20000, CHUNK = 16, ROOTS = 300, CHILDREN = 8 };

static strict shared int64_t token[THREADS];
static upc_lock_t *held_shortly;
static upc_atomicdomain_t *domain;

/* The thread's own word by a private pointer: the loop does not poll. */
static volatile int64_t *seen;

static void by_loop(int64_t round) {
  while (token[MYTHREAD] < round)
    ;
}

static void by_poll(int64_t round) {
  while (*seen < round)
    bupc_poll();
}

static void by_fence(int64_t round) {
  while (*seen < round)
    upc_fence;
}

static void by_attempt(int64_t round) {
  while (*seen < round)
    if (upc_lock_attempt(held_shortly))
      upc_unlock(held_shortly);
}

static void by_atomic(int64_t round) {
  int64_t value;
  do
    upc_atomic_relaxed(domain, &value, UPC_GET, (shared int64_t *)&token[MYTHREAD], 0, 0);
  while (value < round);
}

static void by_memget(int64_t round) {
  int64_t value;
  do
    upc_memget(&value, (shared int64_t *)&token[MYTHREAD], sizeof value);
  while (value < round);
}

static struct {
  struct measure m;
  void (*wait)(int64_t round);
} kinds[] = {{{"hand_over_loop"}, by_loop},     {{"hand_over_poll"}, by_poll},
             {{"hand_over_fence"}, by_fence},   {{"hand_over_attempt"}, by_attempt},
             {{"hand_over_atomic"}, by_atomic}, {{"hand_over_memget"}, by_memget}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void hand_over(struct measure *m, void (*wait)(int64_t round)) {
  static int64_t last;
  upc_barrier;
  double start = now_ns();
  for (int64_t round = last + 1; round <= last + ROUNDS; round++) {
    if (MYTHREAD != 0 || round > 1)
      wait(MYTHREAD == 0 ? round - 1 : round);
    token[(MYTHREAD + 1) % THREADS] = round;
  }
  last += ROUNDS;
  measure_add(m, start, (long)ROUNDS * THREADS);
}

/* A thread's nodes: others may steal those from `stolen` to below `own`, `available` of them, in
 * whole chunks; those from `own` on are its own. */
struct node {
  uint64_t number;
  uint64_t depth;
};
static shared[STACK] struct node stack[THREADS][STACK];
static shared int available[THREADS], stolen[THREADS];
static upc_lock_t *shared guard[THREADS];
static upc_lock_t *idle_guard;
static strict shared int idle, over, work_came;
static struct node *mine;
static int top, own;
static shared long searched[THREADS];
static long nodes;

static uint64_t mix(uint64_t x) {
  for (int i = 0; i < 20; i++) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x ^= x >> 31;
  }
  return x;
}

/* About one node in CHILDREN has CHILDREN children. */
static void visit(struct node node) {
  int children = node.depth == 0 ? ROOTS : mix(node.number) % 1000 < 124 ? CHILDREN : 0;
  nodes++;
  if (top + children > STACK)
    upc_global_exit(1);
  for (int i = 0; i < children; i++)
    mine[top++] = (struct node){mix(node.number + (uint64_t)i * 7919 + 1), node.depth + 1};
}

static void offer(void) {
  upc_lock(guard[MYTHREAD]);
  own += CHUNK;
  available[MYTHREAD] += CHUNK;
  upc_unlock(guard[MYTHREAD]);
  if (!work_came)
    work_came = 1;
}

static int take_back(void) {
  upc_lock(guard[MYTHREAD]);
  int some = available[MYTHREAD] > 0;
  if (some) {
    own -= CHUNK;
    available[MYTHREAD] -= CHUNK;
  }
  upc_unlock(guard[MYTHREAD]);
  return some;
}

static int steal_from(int victim) {
  if (available[victim] == 0)
    return 0;
  upc_lock(guard[victim]);
  int some = available[victim] > 0, at = stolen[victim];
  if (some) {
    stolen[victim] = at + CHUNK;
    available[victim] -= CHUNK;
  }
  upc_unlock(guard[victim]);
  if (some) {
    upc_memget(mine + top, &stack[victim][at], CHUNK * sizeof *mine);
    top += CHUNK;
  }
  return some;
}

static int steal(void) {
  for (int i = 1; i < THREADS; i++)
    if (steal_from((MYTHREAD + i) % THREADS))
      return 1;
  return 0;
}

/* True once all are idle, false when there may be work again. */
static int is_over(void) {
  upc_lock(idle_guard);
  idle++;
  if (idle == THREADS)
    over = 1;
  upc_unlock(idle_guard);
  while (!work_came && !over)
    bupc_poll();
  upc_lock(idle_guard);
  if (!over) {
    idle--;
    work_came = 0;
  }
  upc_unlock(idle_guard);
  return over;
}

static void search(void) {
  do {
    do
      while (top > own) {
        visit(mine[--top]);
        if (top - own > 2 * CHUNK)
          offer();
        bupc_poll();
      }
    while (take_back() || steal());
  } while (!is_over());
}

static void tree(struct measure *m) {
  top = own = 0;
  nodes = 0;
  available[MYTHREAD] = stolen[MYTHREAD] = 0;
  if (MYTHREAD == 0) {
    idle = over = work_came = 0;
    mine[top++] = (struct node){42, 0};
  }
  upc_barrier;
  double start = now_ns();
  search();
  searched[MYTHREAD] = nodes;
  upc_barrier;
  long all = 0;
  for (int t = 0; t < THREADS; t++)
    all += searched[t];
  measure_add(m, start, all);
}

int main(void) {
  static struct measure tree_node = {"tree_node"};
  int rounds = measure_rounds();
  seen = (volatile int64_t *)&token[MYTHREAD];
  held_shortly = upc_all_lock_alloc();
  idle_guard = upc_all_lock_alloc();
  guard[MYTHREAD] = upc_global_lock_alloc();
  domain = upc_all_atomicdomain_alloc(UPC_INT64, UPC_GET, 0);
  mine = (struct node *)&stack[MYTHREAD][0];
  for (int round = 0; round < rounds; round++) {
    for (int k = 0; k < KINDS; k++)
      hand_over(&kinds[k].m, kinds[k].wait);
    tree(&tree_node);
  }
  for (int k = 0; MYTHREAD == 0 && k < KINDS; k++)
    measure_print(&kinds[k].m);
  if (MYTHREAD == 0)
    measure_print(&tree_node);
}
