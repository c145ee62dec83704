/* SPDX-License-Identifier: Apache-2.0 */
/* The exchange of rows after a panel was factored, in the columns behind it, among the threads of a
 * column of the grid. All threads get the rows that enter the diagonal block; each gets those rows
 * leaving the block that it stores. */
#ifndef HPL_ROWS_H
#define HPL_ROWS_H

#include <bupc_extensions.h>

#include "hpl_panel.h"

#define BOXES 2 /* a box of one exchange is free when the rows of the next have arrived from all */

/* The rows that a panel's pivots move, after all exchanges. The rows that enter the diagonal block
 * are sorted by the row of the grid that has them, those that leave it by the one that gets them:
 * first[row] to first[row + 1] - 1. */
static struct {
  int *come_first, *come_to, *come_from; /* row of the block, own row */
  int *left_first, *left_to, *left_from; /* row of the getting part, row of the block */
} moves;

static int *contents;             /* the row that moves to each row; initially itself */
static int *in_order;             /* 0, 1, 2, ... */
static double *coming;            /* the rows of the diagonal block, by columns of nb */
static shared void *boxes[BOXES]; /* rows that enter the block, then those that leave it */
static double *sent[BOXES];       /* the same of the caller */
static bupc_sem_t *shared moved[BOXES][THREADS]; /* rows have arrived in the thread's box */
static bupc_sem_t **post_moved;                  /* [grid.rows][BOXES] of the caller's column */
static int exchanges;                            /* of the caller's column so far */

/* Applies the exchanges of the pivots to the numbers of the rows. */
static inline void follow_pivots(const struct panel *p) {
  for (int k = 0; k < p->width; k++) {
    int row = (int)p->head[k], kept = contents[p->first + k];
    contents[p->first + k] = contents[row];
    contents[row] = kept;
  }
}

static inline void forget_pivots(const struct panel *p) {
  for (int k = 0; k < p->width; k++) {
    int row = (int)p->head[k];
    contents[p->first + k] = p->first + k;
    contents[row] = row;
  }
}

/* Lists the rows of a row of the grid that enter the block, from place `at` on; returns the place
 * behind. */
static inline int list_coming(const struct panel *p, int grid_row, int at) {
  for (int k = 0; k < p->width; k++) {
    int from = contents[p->first + k];
    if (row_owner(from) == grid_row) {
      moves.come_to[at] = k;
      moves.come_from[at++] = place_of_row(from);
    }
  }
  return at;
}

/* The same for the rows that leave it. A row that was a pivot twice is listed once. */
static inline int list_leaving(const struct panel *p, int grid_row, int at) {
  for (int k = 0; k < p->width; k++) {
    int to = (int)p->head[k];
    if (to >= p->first + p->width && row_owner(to) == grid_row && contents[to] != to) {
      moves.left_to[at] = place_of_row(to);
      moves.left_from[at++] = contents[to] - p->first;
      contents[to] = to;
    }
  }
  return at;
}

/* Computes the rows that a panel's pivots move. */
static inline void plan_moves(const struct panel *p) {
  follow_pivots(p);
  for (int t = 0; t < grid.rows; t++) {
    moves.come_first[t + 1] = list_coming(p, t, moves.come_first[t]);
    moves.left_first[t + 1] = list_leaving(p, t, moves.left_first[t]);
  }
  forget_pivots(p);
}

/* A side of a copy of rows in `some` columns: their distance, and which rows. */
struct place {
  double *columns;
  size_t distance;
  const int *rows;
};

static inline void copy_rows(struct place to, struct place from, int count, int some) {
  for (int c = 0; c < some; c++) {
    double *restrict out = to.columns + c * to.distance;
    const double *restrict in = from.columns + c * from.distance;
    for (int i = 0; i < count; i++)
      out[to.rows[i]] = in[from.rows[i]];
  }
}

static inline int come_count(int row) { return moves.come_first[row + 1] - moves.come_first[row]; }
static inline int left_count(int row) { return moves.left_first[row + 1] - moves.left_first[row]; }

/* The place in a box of the rows that enter from, or leave for, a row of the grid. */
static inline struct place come_in(double *box, int row, int some) {
  return (struct place){box + (size_t)moves.come_first[row] * some, come_count(row), in_order};
}
static inline struct place left_in(double *box, int width, int row, int some) {
  return (struct place){box + ((size_t)width + moves.left_first[row]) * some, left_count(row),
                        in_order};
}

/* Puts `count` rows of the caller's box to the same place of another row's, with a signal. */
static inline void put_rows(int box, int row, struct place from, int count, int some) {
  shared[] double *to = npb_part(boxes[box], thread_at(row, grid.column));
  bupc_memput_signal_async(to + (from.columns - sent[box]), from.columns,
                           (size_t)count * some * sizeof(double), post_moved[row * BOXES + box], 1);
}

/* Sends the own rows, in `some` columns at `a`, that enter the diagonal block to all others of the
 * column. The block's owner also sends each thread the rows that leave for it. */
static inline void send_rows(const struct panel *p, double *a, int some, int box) {
  bool owner = row_owner(p->first) == grid.row;
  struct place mine = come_in(sent[box], grid.row, some);
  copy_rows(mine, (struct place){a, rows, moves.come_from + moves.come_first[grid.row]},
            come_count(grid.row), some);
  for (int i = 1; i < grid.rows; i++) {
    int row = (grid.row + i) % grid.rows;
    put_rows(box, row, mine, come_count(grid.row), some);
    if (!owner || left_count(row) == 0)
      continue;
    struct place leaving = left_in(sent[box], p->width, row, some);
    const int *from = moves.left_from + moves.left_first[row];
    copy_rows(leaving, (struct place){a + place_of_row(p->first), rows, from}, left_count(row),
              some);
    put_rows(box, row, leaving, left_count(row), some);
  }
}

/* Takes the others' rows from the own box. */
static inline void take_rows(const struct panel *p, double *a, int some, int box) {
  bool leave = row_owner(p->first) != grid.row && left_count(grid.row) > 0;
  double *from = npb_own(boxes[box]);
  bupc_sem_waitN(moved[box][MYTHREAD], grid.rows - 1 + leave);
  for (int row = 0; row < grid.rows; row++)
    if (row != grid.row)
      copy_rows((struct place){coming, nb, moves.come_to + moves.come_first[row]},
                come_in(from, row, some), come_count(row), some);
  if (leave)
    copy_rows((struct place){a, rows, moves.left_to + moves.left_first[grid.row]},
              left_in(from, p->width, grid.row, some), left_count(grid.row), some);
}

/* Stores the rows that stay in the caller's part: those that enter, then those that leave the
 * block. A column at a time, so that rows which enter are still in the cache when others take their
 * places. */
static inline void move_own_rows(const struct panel *p, double *a, int some) {
  int come = moves.come_first[grid.row], leave = moves.left_first[grid.row];
  bool owner = row_owner(p->first) == grid.row;
  double *block = owner ? a + place_of_row(p->first) : NULL;
  for (int c = 0; c < some; c++) {
    size_t column = (size_t)c * rows;
    copy_rows((struct place){coming + (size_t)c * nb, nb, moves.come_to + come},
              (struct place){a + column, rows, moves.come_from + come}, come_count(grid.row), 1);
    if (owner)
      copy_rows((struct place){a + column, rows, moves.left_to + leave},
                (struct place){block + column, rows, moves.left_from + leave}, left_count(grid.row),
                1);
  }
}

/* Collective for a column of the grid: exchanges the rows of `some` own columns at `a`. The rows
 * that enter the panel's diagonal block are then in `coming`. */
static inline void exchange_rows(const struct panel *p, double *a, int some) {
  int box = exchanges++ % BOXES;
  if (grid.rows > 1)
    send_rows(p, a, some, box);
  move_own_rows(p, a, some);
  if (grid.rows > 1)
    take_rows(p, a, some, box);
}

/* Collective for a column of the grid: applies a panel to own columns `from` to `to` - 1. */
static inline void update(const struct panel *p, int from, int to) {
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

static inline int *indices(int some) {
  int *all = hpcc_memory(some * sizeof *all);
  for (int i = 0; i < some; i++)
    all[i] = i;
  return all;
}

/* Collective: memory and semaphores for it. */
static inline void make_exchange(void) {
  size_t bytes = grid.rows > 1 ? 2 * (size_t)nb * dealt(n + 1, 0, grid.columns) * sizeof(double)
                               : sizeof(double);
  int **lists[] = {&moves.come_to, &moves.come_from, &moves.left_to, &moves.left_from};
  for (int i = 0; i < 4; i++)
    *lists[i] = indices(nb);
  moves.come_first = npb_memory((grid.rows + 1) * sizeof(int));
  moves.left_first = npb_memory((grid.rows + 1) * sizeof(int));
  contents = indices(n);
  in_order = indices(nb);
  coming = hpcc_memory((size_t)nb * cols * sizeof *coming);
  for (int i = 0; i < BOXES; i++) {
    boxes[i] = npb_parts(bytes);
    sent[i] = hpcc_memory(bytes);
    moved[i][MYTHREAD] = bupc_sem_alloc(BUPC_SEM_INTEGER | BUPC_SEM_MPRODUCER | BUPC_SEM_SCONSUMER);
  }
  upc_barrier;
  post_moved = hpcc_memory((size_t)grid.rows * BOXES * sizeof *post_moved);
  for (int i = 0; i < grid.rows * BOXES; i++)
    post_moved[i] = moved[i % BOXES][thread_at(i / BOXES, grid.column)];
}

#endif
