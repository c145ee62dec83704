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

#define USAGE "hpl [N [NB [P Q]]]; N from 1, NB from 1 to 1024, P times Q is the number of threads"

static shared void *solution; /* the whole solution, on each thread */

/* Collective for a column of the grid: applies a panel to own columns `from` to `to` - 1. */
static void update(const struct panel *p, int from, int to) {
  int some = to - from;
  if (some == 0)
    return;
  double *a = own_at(0, from);
  exchange_rows(p, a, some);
  blas_solve(p->width, some, p->top, nb, coming, nb);
  for (int c = 0; c < some && row_owner(p->first) == grid.row; c++)
    memcpy(a + (size_t)c * rows + place_of_row(p->first), coming + (size_t)c * nb,
           p->width * sizeof(double));
  blas_subtract_product(rows - p->below, some, p->width, p->low, p->distance, coming, nb,
                        a + p->below, rows);
}

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

/* Solves the diagonal block of a panel; x is the right-hand side. */
static void solve_block(int panel, double *x) {
  int width = least(nb, n - panel * nb);
  const double *a = panel_columns(panel) + place_of_row(panel * nb);
  for (int j = width - 1; j >= 0; j--) {
    const double *c = a + (size_t)j * rows;
    x[j] /= c[j];
    for (int i = 0; i < j; i++)
      x[i] -= c[i] * x[j];
  }
}

/* Subtracts a panel's unknowns times its columns from the right-hand side. */
static void subtract_columns(int panel, const double *x, double *right) {
  int width = least(nb, n - panel * nb), above = own_rows(panel * nb);
  for (int j = 0; j < width; j++) {
    const double *c = panel_columns(panel) + (size_t)j * rows;
    for (int i = 0; i < above; i++)
      right[i] -= c[i] * x[j];
  }
}

static void put_solution(int first, const double *x, int width) {
  for (int t = 0; t < THREADS; t++)
    upc_memput((shared[] double *)npb_part(solution, t) + first, x, width * sizeof *x);
}

/* Collective: solves the upper triangle, from the last panel up. The right-hand side is the sum
 * over the threads of a row. */
static void substitute(void) {
  double *right = npb_memory(rows * sizeof *right), x[nb];
  if (n / nb % grid.columns == grid.column)
    memcpy(right, own_at(0, cols - 1), rows * sizeof *right);
  for (int b = panels - 1; b >= 0; b--) {
    int first = b * nb, width = least(nb, n - first), row = row_owner(first);
    if (row == grid.row) {
      upcx_team_reduce_private(x, right + place_of_row(first), UPC_DOUBLE, UPC_ADD, width,
                               b % grid.columns, grid.row_team);
      if (in_own_column(b)) {
        solve_block(b, x);
        put_solution(first, x, width);
      }
    }
    if (in_own_column(b)) {
      upcx_team_broadcast_private(x, width * sizeof *x, row, grid.column_team);
      subtract_columns(b, x, right);
    }
  }
  upc_barrier;
  free(right);
}

/* Collective: HPL's scaled residual of the solution. */
static double residual(void) {
  const double *x = npb_own(solution);
  double error = 0, norm = 0, right = 0, unknown = 0;
  for (int i = MYTHREAD; i < n; i += THREADS) {
    double sum = 0, row = 0, b = element(i, n);
    for (int j = 0; j < n; j++) {
      double a = element(i, j);
      sum += a * x[j];
      row += fabs(a);
    }
    error = hpcc_larger(error, fabs(b - sum));
    norm = hpcc_larger(norm, row);
    right = hpcc_larger(right, fabs(b));
    unknown = hpcc_larger(unknown, fabs(x[i]));
  }
  error = hpcc_largest(error);
  return error /
         (HPCC_EPSILON * (hpcc_largest(norm) * hpcc_largest(unknown) + hpcc_largest(right)) * n);
}

static int report(double seconds, double scaled) {
  double operations = (2.0 / 3 * n + 1.5) * n * n;
  blas_print_name();
  printf("T/V                N    NB     P     Q               Time                 Gflops\n");
  printf("WC01C     %10d %5d %5d %5d %18.2f %22.4e\n", n, nb, grid.rows, grid.columns, seconds,
         operations / seconds * 1e-9);
  printf("||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)= %18.8e ...... %s\n", scaled,
         scaled < HPCC_LIMIT ? "PASSED" : "FAILED");
  hpcc_summary("Begin");
  printf("HPL_N=%d\nHPL_NB=%d\nHPL_nprow=%d\nHPL_npcol=%d\n", n, nb, grid.rows, grid.columns);
  hpcc_value("HPL_Tflops", operations / seconds * 1e-12);
  hpcc_value("HPL_time", seconds);
  hpcc_summary("End");
  return scaled < HPCC_LIMIT ? 0 : 1;
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
  solution = npb_parts(n * sizeof(double));
  make_matrix();
  upc_barrier;
  double begin = npb_seconds();
  factorise();
  substitute();
  double seconds = npb_seconds() - begin, scaled = residual();
  return MYTHREAD == 0 ? report(seconds, scaled) : 0;
}
