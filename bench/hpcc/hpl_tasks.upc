/* HPL in asynchronous tasks: the same problem, matrix and check as hpl.upc.
 *
 * The grid is a row, so that a panel belongs to one thread: a task may not call a collective. Every
 * step is a task of the thread that has the data:
 *
 *   factor_panel(k)   factors panel k and tells all threads
 *   panel_came(k)     on each thread: begins to copy the panel, if its memory is not mapped
 *   update_next(k)    applies panel k to panel k + 1, exchanges of rows included; then factor_panel
 *   update_rest(k)    applies panel k to the thread's other columns
 *
 * A thread's queue has no priorities. So the update of the next panel precedes the rest
 * (look-ahead) as update_rest is not started before the panel that its thread has to factor is on
 * its way. Panels come from several threads in any order; each thread applies them in theirs.
 *
 *   upcc -O3 hpl_tasks.upc -o hpl_tasks; upcrun -n 2 -shared-heap 256M ./hpl_tasks [N [NB]] */
#include <upc_nb.h>
#include <upc_relaxed.h>
#include <upcx_tasks.h>

#include "hpl_grid.h"
#include "hpl_panel.h"
#include "hpl_rows.h"
#include "hpl_solution.h"

#define USAGE "hpl_tasks [N [NB]]; N from 1, NB from 1 to 1024"
#define COPIES 2      /* one is used while the next panel is copied */
#define TASKS_FEW 512 /* capacity of a queue, with which tasks between nodes are fast */

/* The copies of panels whose memory is not mapped: head and low rows, used in turn. */
static struct {
  double *data;
  upc_handle_t *handles; /* of the head and of each column */
} copies[COPIES];

static bool *come;           /* panels that have been factored, as far as the caller knows */
static int asked;            /* panels before this one are copied, or being copied */
static int current;          /* the panel that the caller applies next, or is applying */
static bool applying;        /* its updates have begun */
static struct panel applied; /* it */

static void factor_panel(const void *argument, void *result);
static void update_next(const void *argument, void *result);
static void update_rest(const void *argument, void *result);

/* Starts a task of the caller for a panel. */
static void start_own(upcx_task_function_t *function, int panel) {
  upcx_task_start(MYTHREAD, function, &panel, sizeof panel);
}

/* Begins to copy a panel from its owner: the head, then the rows below the block by columns. */
static void begin_copy(const struct panel *p) {
  double *to = copies[p->number % COPIES].data;
  upc_handle_t *handles = copies[p->number % COPIES].handles;
  shared[] double *head = npb_part(heads, owner_of(p)), *a = npb_part(matrix, owner_of(p));
  size_t low = (size_t)(rows - p->below);
  *handles++ = upc_memget_nb(to, head + turn_of(p->number) * HEAD, HEAD * sizeof *to);
  a += turn_of(p->number) * nb * rows + p->below;
  for (int c = 0; c < p->width; c++)
    *handles++ = upc_memget_nb(to + HEAD + c * low, a + (size_t)c * rows, low * sizeof *to);
}

/* The panel in its copy, when that is complete. */
static void end_copy(struct panel *p) {
  for (int i = 0; i <= p->width; i++)
    upc_sync(copies[p->number % COPIES].handles[i]);
  set_head(p, copies[p->number % COPIES].data);
  p->low = p->head + HEAD;
  p->distance = rows - p->below;
}

/* Begins to copy the panels that have come, as many as have a place. */
static void ask_for_panels(void) {
  for (; asked < panels && asked < current + COPIES && come[asked]; asked++) {
    struct panel p = panel_of(asked);
    if (!in_place(&p, MYTHREAD))
      begin_copy(&p);
  }
}

/* Starts the updates by the current panel, if it has come and they have not begun. */
static void apply_if_come(void) {
  ask_for_panels();
  if (applying || asked <= current)
    return;
  applying = true;
  applied = panel_of(current);
  if (in_place(&applied, MYTHREAD))
    set_to_owners(&applied);
  else
    end_copy(&applied);
  plan_moves(&applied);
  bool is_next = current + 1 < panels && in_own_column(current + 1);
  start_own(is_next ? update_next : update_rest, current);
}

static void panel_came(const void *argument, void *result) {
  come[*(const int *)argument] = true;
  apply_if_come();
}

/* Then the rest of the update that made this panel the next one, if there is one. */
static void factor_panel(const void *argument, void *result) {
  int panel = *(const int *)argument;
  factor(panel);
  for (int i = 1; i < THREADS; i++)
    upcx_task_start((MYTHREAD + i) % THREADS, panel_came, &panel, sizeof panel);
  come[panel] = true;
  if (applying)
    start_own(update_rest, current);
  else
    apply_if_come();
}

/* The first column behind panels 0 to `last`, among the caller's. */
static int columns_behind(int last) { return own_columns(least((last + 1) * nb, n)); }

static void update_next(const void *argument, void *result) {
  int panel = *(const int *)argument;
  update(&applied, columns_behind(panel), columns_behind(panel + 1));
  start_own(factor_panel, panel + 1);
}

static void update_rest(const void *argument, void *result) {
  int panel = *(const int *)argument;
  bool next_done = panel + 1 < panels && in_own_column(panel + 1);
  update(&applied, columns_behind(panel + next_done), cols);
  applying = false;
  current++;
  apply_if_come();
}

/* Collective: the factorisation, and the lower triangle's solution in the last column. */
static void factorise(void) {
  upcx_tasks_begin(panels + TASKS_FEW);
  if (in_own_column(0))
    start_own(factor_panel, 0);
  upcx_tasks_end();
}

static void make_copies(void) {
  come = npb_memory(panels * sizeof *come);
  for (int i = 0; i < COPIES; i++) {
    copies[i].data = hpcc_memory((HEAD + (size_t)nb * rows) * sizeof(double));
    copies[i].handles = npb_memory((nb + 1) * sizeof(upc_handle_t));
  }
}

int main(int argc, char **argv) {
  n = (int)hpcc_argument(argc, argv, 1, 1, 1000000, 500, USAGE);
  nb = (int)hpcc_argument(argc, argv, 2, 1, 1024, 64, USAGE);
  blas_start();
  make_grid(1, THREADS);
  make_panels();
  make_copies();
  make_exchange();
  make_solution();
  make_matrix();
  upc_barrier;
  double begin = npb_seconds();
  factorise();
  return solve_and_report(begin);
}
