/* SPDX-License-Identifier: Apache-2.0 */
/* Factorisation of a panel, NB columns of the matrix from the diagonal on, by the threads of a
 * column of the grid. For each pivot every thread proposes its largest element with its row; one
 * collective of the team distributes the proposals. */
#ifndef HPL_PANEL_H
#define HPL_PANEL_H

#include <bupc_extensions.h>
#include <upc_castable.h>

#include "blas.h"
#include "hpl_grid.h"

#define NARROW 8 /* columns that are factored without recursion */

/* A factored panel. Its head, HEAD numbers, has the pivots' rows and the top: the rows of the
 * diagonal block. `low` has the rows below that belong to a row of the grid. */
struct panel {
  int number, first, width; /* its number; its first row and column; its columns */
  int below;                /* the first own row below the diagonal block */
  const double *head;       /* [width] the row that each diagonal row was exchanged with */
  const double *top;        /* column-major, leading dimension nb */
  const double *low;        /* column-major, leading dimension `distance` */
  int distance;
};

#define HEAD ((size_t)nb * (nb + 1))

static shared void *heads;     /* of each of a thread's panels */
static shared void *proposals; /* the caller's own: size, row, that row, the diagonal's row */
static shared void *proposed;  /* those of the column's threads */

/* A panel by its number, without head and low rows. */
static inline struct panel panel_of(int number) {
  int first = number * nb, width = least(nb, n - first);
  return (struct panel){number, first, width, own_rows(first + width), NULL, NULL, NULL, 0};
}

static inline void set_head(struct panel *p, const double *head) {
  p->head = head;
  p->top = head + nb;
}

/* The index of a panel among those of its column of the grid. */
static inline size_t turn_of(int panel) { return (size_t)(panel / grid.columns); }

static inline double *own_head(int panel) {
  return (double *)npb_own(heads) + turn_of(panel) * HEAD;
}

/* The own rows of a panel's columns. */
static inline double *panel_columns(int panel) { return own_at(0, (int)turn_of(panel) * nb); }

/* The own row from `from` on with the largest element of the column; -1 if there is no such row. */
static inline int find_pivot(const double *column, int from) {
  int pivot = from < rows ? from : -1;
  for (int r = from + 1; r < rows; r++)
    if (fabs(column[r]) > fabs(column[pivot]))
      pivot = r;
  return pivot;
}

static inline size_t proposal_size(int width) { return 2 + 2 * (size_t)width; }

static inline void copy_row(double *to, const double *from, size_t distance, int width) {
  for (int c = 0; c < width; c++)
    to[c] = from[c * distance];
}

/* Proposes an own row as the pivot of column j of a panel, with the diagonal row if the caller has
 * it. */
static inline void propose(const struct panel *p, int j) {
  double *a = panel_columns(p->number), *mine = npb_own(proposals);
  int diagonal = p->first + j, from = own_rows(diagonal),
      pivot = find_pivot(a + (size_t)j * rows, from);
  mine[0] = -1;
  if (pivot >= 0) {
    mine[0] = fabs(a[(size_t)j * rows + pivot]);
    mine[1] = row_of(pivot);
    copy_row(mine + 2, a + pivot, rows, p->width);
  }
  if (row_owner(diagonal) == grid.row)
    copy_row(mine + 2 + p->width, a + from, rows, p->width);
}

/* The proposals of all threads of the column, each of `size` numbers. */
static inline const double *exchange_proposals(size_t size) {
  if (grid.rows == 1)
    return npb_own(proposals);
  upcx_team_gather_all(proposed, proposals, size * sizeof(double), UPC_IN_MYSYNC | UPC_OUT_MYSYNC,
                       grid.column_team);
  return npb_own(proposed);
}

/* The one of all proposals with the largest element. */
static inline const double *choose(const double *all, size_t size) {
  const double *best = all;
  for (int t = 1; t < grid.rows; t++)
    if (all[t * size] > best[0])
      best = all + t * size;
  return best;
}

/* Exchanges the diagonal row of column j with the pivot row, which becomes a row of the top. */
static inline void exchange_pivot(const struct panel *p, int j) {
  propose(p, j);
  size_t size = proposal_size(p->width);
  const double *all = exchange_proposals(size), *best = choose(all, size);
  int diagonal = p->first + j, row = (int)best[1];
  const double *replaced = all + row_owner(diagonal) * size + 2 + p->width;
  double *head = own_head(p->number);
  head[j] = row;
  for (int c = 0; c < p->width; c++)
    head[nb + (size_t)c * nb + j] = best[2 + c];
  if (row != diagonal && row_owner(row) == grid.row) {
    double *to = panel_columns(p->number) + place_of_row(row);
    for (int c = 0; c < p->width; c++)
      to[(size_t)c * rows] = replaced[c];
  }
}

/* Factors columns `from` to `to` - 1 of a panel, one by one. */
static inline void factor_narrow(const struct panel *p, int from, int to) {
  double *a = panel_columns(p->number);
  for (int j = from; j < to; j++) {
    exchange_pivot(p, j);
    double *restrict left = a + (size_t)j * rows;
    double scale = 1 / p->top[(size_t)j * nb + j];
    int below = own_rows(p->first + j + 1);
    for (int i = below; i < rows; i++)
      left[i] *= scale;
    for (int k = j + 1; k < to; k++) {
      double *restrict c = a + (size_t)k * rows, factor = p->top[(size_t)k * nb + j];
      for (int i = below; i < rows; i++)
        c[i] -= factor * left[i];
    }
  }
}

/* The same by recursion: factors the left half, applies it to the right half, factors that. */
static inline void factor_columns(const struct panel *p, int from, int to) {
  if (to - from <= NARROW) {
    factor_narrow(p, from, to);
    return;
  }
  int middle = (from + to) / 2, below = own_rows(p->first + middle);
  double *a = panel_columns(p->number), *top = own_head(p->number) + nb,
         *right = top + (size_t)middle * nb + from;
  factor_columns(p, from, middle);
  blas_solve(middle - from, to - middle, top + (size_t)from * nb + from, nb, right, nb);
  blas_subtract_product(rows - below, to - middle, middle - from, a + (size_t)from * rows + below,
                        rows, right, nb, a + (size_t)middle * rows + below, rows);
  factor_columns(p, middle, to);
}

/* The panel in the memory where it was factored; `head` and `columns` are those of its thread. */
static inline void set_in_place(struct panel *p, const double *head, const double *columns) {
  set_head(p, head);
  p->low = columns + p->below;
  p->distance = rows;
}

/* The thread of a column in the caller's row of the grid. */
static inline int beside(int column) {
  return thread_at(grid.row, (column + grid.columns) % grid.columns);
}

static inline int owner_of(const struct panel *p) { return beside(p->number % grid.columns); }

/* True if thread t reads a panel where it was factored. */
static inline bool in_place(const struct panel *p, int t) {
  return bupc_thread_distance(owner_of(p), t) <= BUPC_THREADS_NEAR;
}

/* A panel of a thread whose memory the caller maps, in the memory where it was factored. */
static inline void set_to_owners(struct panel *p) {
  const double *head = upc_cast(npb_part(heads, owner_of(p)));
  const double *a = upc_cast(npb_part(matrix, owner_of(p)));
  set_in_place(p, head + turn_of(p->number) * HEAD, a + turn_of(p->number) * nb * rows);
}

/* Collective for a column of the grid: factors its panel, to which all earlier panels have been
 * applied. */
static inline struct panel factor(int number) {
  struct panel p = panel_of(number);
  double *a = panel_columns(number);
  set_in_place(&p, own_head(number), a);
  factor_columns(&p, 0, p.width);
  if (row_owner(p.first) == grid.row)
    for (int c = 0; c < p.width; c++)
      memcpy(a + (size_t)c * rows + place_of_row(p.first), p.top + (size_t)c * nb,
             p.width * sizeof(double));
  return p;
}

/* Collective: memory for it. */
static inline void make_panels(void) {
  size_t most = (size_t)(panels + grid.columns - 1) / grid.columns;
  heads = npb_parts(most * HEAD * sizeof(double));
  proposals = npb_parts(proposal_size(nb) * sizeof(double));
  proposed = npb_parts(grid.rows * proposal_size(nb) * sizeof(double));
}

#endif
