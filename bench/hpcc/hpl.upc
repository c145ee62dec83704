/* HPL in UPC: solves a dense system by LU factorisation with partial pivoting and checks the
 * residual by HPL's rule (J. Dongarra, P. Luszczek, A. Petitet, The LINPACK Benchmark: past,
 * present and future).
 *
 * Blocks of NB x NB are dealt to a grid of P x Q threads (hpl_grid.h). The threads of a column
 * factor a panel (hpl_panel.h), which a ring passes along each row (hpl_ring.h). Every column
 * exchanges its rows (hpl_rows.h) and subtracts the product. The column of the next panel updates
 * that panel first and factors it while the others update (look-ahead of one panel).
 *
 *   upcc -O3 hpl.upc -o hpl; upcrun -n 2 -shared-heap 256M ./hpl [N [NB [P Q]]] */
#include <upc_nb.h>
#include <upc_relaxed.h>

#include "hpl_grid.h"
#include "hpl_panel.h"
#include "hpl_ring.h"
#include "hpl_rows.h"
#include "hpl_solution.h"

#define USAGE "hpl [N [NB [P Q]]]; N from 1, NB from 1 to 1024, P times Q is the number of threads"

/* Factors a panel of the caller's column and sends it along the ring. */
static struct panel factor_and_send(int number) {
  struct panel p = factor(number);
  pass_on(&p);
  return p;
}

/* Collective: the factorisation, and the lower triangle's solution in the last column. */
static void factorise(void) {
  struct panel next = {0};
  if (in_own_column(0))
    next = factor_and_send(0);
  for (int b = 0; b < panels; b++) {
    struct panel p = in_own_column(b) ? next : receive(b);
    int from = own_columns(p.first + p.width);
    plan_moves(&p);
    if (b + 1 < panels && in_own_column(b + 1)) {
      int behind = own_columns(least(p.first + 2 * nb, n));
      update(&p, from, behind);
      next = factor_and_send(b + 1);
      from = behind;
    }
    update(&p, from, cols);
    release(&p);
  }
}

/* Reads the arguments and makes the grid. Ends the job with status 2 if they are invalid. */
static void start(int argc, char **argv) {
  n = (int)hpcc_argument(argc, argv, 1, 1, 1000000, 500, USAGE);
  nb = (int)hpcc_argument(argc, argv, 2, 1, 1024, 64, USAGE);
  int p = (int)hpcc_argument(argc, argv, 3, 1, THREADS, hpcc_rows_of_grid(), USAGE);
  int q = (int)hpcc_argument(argc, argv, 4, 1, THREADS, THREADS / p, USAGE);
  if (p * q != THREADS) {
    if (MYTHREAD == 0)
      fprintf(stderr, "hpl: a grid of %d x %d has no place for %d threads; usage: %s\n", p, q,
              THREADS, USAGE);
    upc_barrier;
    exit(2);
  }
  blas_start();
  make_grid(p, q);
}

int main(int argc, char **argv) {
  start(argc, argv);
  make_panels();
  make_ring();
  make_exchange();
  make_solution();
  make_matrix();
  upc_barrier;
  double begin = npb_seconds();
  factorise();
  return solve_and_report(begin);
}
