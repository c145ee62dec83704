/* Tree search with lifelines (V. Saraswat et al., Lifeline-based global load balancing, PPoPP
 * 2011). Line k of a thread leads to the thread 2^k above it. A thread without nodes asks at the
 * ends of its lines and waits in upcx_tasks_end. A working thread looks for such requests in its
 * own memory: it puts half of its nodes, and starts a task that takes them. The search is over when
 * no thread works and no task is left. */
#include <stdbool.h>
#include <upc_relaxed.h>
#include <upcx_tasks.h>

#include "uts.h"

enum {
  LINES = 20,   /* at most: THREADS is below 2^20 */
  MOST = 64,    /* nodes that move together */
  FEW = 4,      /* with fewer nodes a thread gives none */
  LOOK = 16,    /* visits between two looks for requests */
  WAITING = 512 /* tasks: more than a thread has lines, so that none waits for room */
};

/* What a line brings: `count` nodes in its box. */
struct gift {
  int line, count;
};

static shared [LINES] int asks[THREADS][LINES]; /* 1: the thread 2^k below waits for nodes */
static shared [LINES * MOST] struct node box[THREADS][LINES][MOST];
static bool asked[LINES]; /* by the line, since it last brought nodes */
static bool working;
static struct stack stack;
static const struct tree *tree;
#define NAME "uts_lifelines"

static void prepare(void) {}

static void reset(void) {
  for (int k = 0; k < LINES; k++)
    asks[MYTHREAD][k] = asked[k] = 0;
}

/* True if the calling thread has line k. */
static bool is_line(int k) { return k < LINES && 1 << k < THREADS; }

/* Asks at the ends of all lines. The fences: a box is read before it is asked for, and requests are
 * sent before the thread waits. */
static void ask(void) {
  upc_fence;
  for (int k = 0; is_line(k); k++)
    if (!asked[k]) {
      asked[k] = true;
      asks[(MYTHREAD + (1 << k)) % THREADS][k] = 1;
    }
  upc_fence;
}

static void receive(const void *argument, void *result);

static void send_half(int k) {
  int thread = (MYTHREAD + THREADS - (1 << k)) % THREADS, half = (stack.top - stack.bottom) / 2;
  struct gift gift = {k, half < MOST ? half : MOST};
  upc_memput(box[thread][k], &stack.node[stack.bottom], gift.count * sizeof(struct node));
  stack.bottom += gift.count;
  asks[MYTHREAD][k] = 0;
  upcx_task_start(thread, receive, &gift, sizeof gift);
}

static void serve_requests(void) {
  upc_fence;
  for (int k = 0; is_line(k) && stack.top - stack.bottom >= FEW; k++)
    if (asks[MYTHREAD][k])
      send_half(k);
}

/* Visits the nodes of the stack and their descendants, those that arrive meanwhile too. */
static void work(void) {
  working = true;
  do {
    for (int visits = 1; stack.top > stack.bottom; visits++) {
      uts_visit(&stack, tree);
      if (visits % LOOK == 0)
        serve_requests();
    }
    stack.top = stack.bottom = 0;
  } while (upcx_tasks_progress());
  working = false;
  ask();
}

/* A task: takes the nodes that a line brought. */
static void receive(const void *argument, void *result) {
  const struct gift *gift = argument;
  (void)result;
  memcpy(&stack.node[stack.top], (struct node *)box[MYTHREAD][gift->line],
         gift->count * sizeof(struct node));
  stack.top += gift->count;
  asked[gift->line] = false;
  if (!working)
    work();
}

static void search(const struct tree *its) {
  tree = its;
  upcx_tasks_begin(WAITING);
  work();
  upcx_tasks_end();
}

#include "upc_main.h"
