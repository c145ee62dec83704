/* PTRANS of HPC Challenge (PARKBENCH): A += transposed B, both of order N, in blocks of NB x NB
 * that are dealt to a grid of P x Q threads.
 *
 * A thread's blocks are contiguous. Block (i, j) of A needs block (j, i) of B: on the same node it
 * is read through upc_cast, else fetched by upc_memget_nb, with some fetches under way while one
 * block is transposed.
 *
 *   upcc -O3 ptrans.upc -o ptrans; upcrun -n 4 -shared-heap 256M ./ptrans [N [NB [P]]] */
#include <upc_castable.h>
#include <upc_nb.h>
#include <upc_relaxed.h>

#include "hpcc.h"

#define AHEAD 8 /* blocks under way */
#define TILE 4  /* side of a tile, whose columns fit into registers */
#define ROUNDS 5
#define USAGE                                                                                      \
  "ptrans [N [NB [P]]]; N from 1, NB from 1 to 1024, P a divisor of the number of threads"

static int n, nb, blocks;     /* order, side of a block, blocks of a side */
static int p, q, row, column; /* the grid, the thread's place in it */
static shared void *matrix_b;
static double *a, *b;

/* Blocks of one dimension that the place `at` of `places` has. */
static int blocks_of(int at, int places) { return (blocks - at + places - 1) / places; }

/* The offset of block (i, j) in its thread's part, in elements. */
static size_t place(int i, int j) {
  return ((size_t)(i / p) * blocks_of(j % q, q) + j / q) * nb * nb;
}

static int owner(int i, int j) { return i % p * q + j % q; }

/* Rows or columns of block i. */
static int side(int i) { return i + 1 < blocks ? nb : n - i * nb; }

/* The initial elements of the two matrices. */
static double a_element(int i, int j) { return mix_fraction(2 * ((uint64_t)i * n + j)) - 0.5; }
static double b_element(int i, int j) { return mix_fraction(2 * ((uint64_t)i * n + j) + 1) - 0.5; }

static void make(void) {
  for (int i = row; i < blocks; i += p)
    for (int j = column; j < blocks; j += q)
      for (int y = 0; y < side(i); y++)
        for (int x = 0; x < side(j); x++) {
          a[place(i, j) + (size_t)y * nb + x] = a_element(i * nb + y, j * nb + x);
          b[place(i, j) + (size_t)y * nb + x] = b_element(i * nb + y, j * nb + x);
        }
}

static inline int smaller(int x, int y) { return x < y ? x : y; }

/* to[y][x] += from[x][y], both with rows of nb, for `height` rows of `width`. */
static inline void add_tile(double *restrict to, const double *restrict from, int height,
                            int width) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      to[(size_t)y * nb + x] += from[(size_t)x * nb + y];
}

/* The same for a block. The sides of whole tiles are constant, so the C compiler unrolls them. */
static void add_transposed(double *restrict to, const double *restrict from, int height,
                           int width) {
  for (int y = 0; y < height; y += TILE)
    for (int x = 0; x < width; x += TILE) {
      double *at = to + (size_t)y * nb + x;
      const double *of = from + (size_t)x * nb + y;
      if (y + TILE <= height && x + TILE <= width)
        add_tile(at, of, TILE, TILE);
      else
        add_tile(at, of, smaller(TILE, height - y), smaller(TILE, width - x));
    }
}

/* A block of B to fetch: where to add it, and where it arrives. */
struct wanted {
  int i, j;
  const double *data;
  upc_handle_t handle;
  double *room;
};

static void get(struct wanted *w, int i, int j) {
  w->i = i;
  w->j = j;
  shared[] double *from = (shared[] double *)npb_part(matrix_b, owner(j, i)) + place(j, i);
  w->handle = UPC_COMPLETE_HANDLE;
  w->data = upc_cast(from);
  if (w->data == NULL) {
    w->handle = upc_memget_nb(w->room, from, (size_t)nb * nb * sizeof *w->room);
    w->data = w->room;
  }
}

static void take(struct wanted *w) {
  upc_sync(w->handle);
  add_transposed(a + place(w->i, w->j), w->data, side(w->i), side(w->j));
}

/* A += transposed B. Each thread begins at a different block, so few read from the same thread at a
 * time. */
static void transpose(struct wanted *queue) {
  int height = blocks_of(row, p), width = blocks_of(column, q);
  long all = (long)height * width, asked = 0;
  for (long k = 0; k < all; k++) {
    for (; asked < all && asked < k + AHEAD; asked++) {
      long i = asked / width, j = (asked + i + MYTHREAD) % width;
      get(&queue[asked % AHEAD], row + (int)i * p, column + (int)j * q);
    }
    take(&queue[k % AHEAD]);
  }
}

/* The largest error of an own element of A. */
static double error(void) {
  double most = 0;
  for (int i = row; i < blocks; i += p)
    for (int j = column; j < blocks; j += q)
      for (int y = 0; y < side(i); y++)
        for (int x = 0; x < side(j); x++) {
          int g = i * nb + y, h = j * nb + x;
          double right = a_element(g, h) + b_element(h, g);
          most = hpcc_larger(most, fabs(a[place(i, j) + (size_t)y * nb + x] - right));
        }
  return most;
}

/* The scaled residual. Collective. */
static double residual(void) { return hpcc_largest(error()) / (HPCC_EPSILON * n); }

static void print_line(double seconds, double scaled) {
  printf("WALL %5d %5d %3d %3d %3d %3d %8.2f %s %8.3f %5.2f\n", n, n, nb, nb, p, q, seconds,
         scaled < HPCC_LIMIT ? "PASSED" : "FAILED", 8.0 * n * n / seconds * 1e-9, scaled);
}

/* Collective: rounds on fresh matrices; returns the best time. `passed` counts the correct
 * rounds. */
static double rounds(int *passed) {
  struct wanted queue[AHEAD];
  double best = HUGE_VAL;
  for (int k = 0; k < AHEAD; k++)
    queue[k].room = hpcc_memory((size_t)nb * nb * sizeof(double));
  for (int round = 0; round < ROUNDS; round++) {
    make();
    upc_barrier;
    double start = npb_seconds();
    transpose(queue);
    upc_barrier;
    double seconds = npb_seconds() - start, scaled = residual();
    best = fmin(best, seconds);
    *passed += scaled < HPCC_LIMIT;
    if (MYTHREAD == 0)
      print_line(seconds, scaled);
  }
  return best;
}

static void report(double best, int passed) {
  printf("\nFinished %d tests, with the following results:\n", ROUNDS);
  printf("%5d tests completed and passed residual checks.\n", passed);
  printf("%5d tests completed and failed residual checks.\n", ROUNDS - passed);
  hpcc_summary("Begin");
  hpcc_value("PTRANS_GBs", 8.0 * n * n / best * 1e-9);
  hpcc_value("PTRANS_time", best);
  printf("PTRANS_n=%d\nPTRANS_nb=%d\nPTRANS_nprow=%d\nPTRANS_npcol=%d\n", n, nb, p, q);
  hpcc_summary("End");
}

int main(int argc, char **argv) {
  n = (int)hpcc_argument(argc, argv, 1, 1, 1 << 20, 500, USAGE);
  nb = (int)hpcc_argument(argc, argv, 2, 1, 1024, 64, USAGE);
  p = (int)hpcc_argument(argc, argv, 3, 1, THREADS, hpcc_rows_of_grid(), USAGE);
  if (THREADS % p != 0) {
    if (MYTHREAD == 0)
      fprintf(stderr, "ptrans: a grid of %d rows has no place for %d threads; usage: %s\n", p,
              THREADS, USAGE);
    return 2;
  }
  q = THREADS / p;
  row = MYTHREAD / q;
  column = MYTHREAD % q;
  blocks = (n + nb - 1) / nb;
  size_t bytes = (size_t)blocks_of(0, p) * blocks_of(0, q) * nb * nb * sizeof *a;
  matrix_b = npb_parts(bytes);
  b = npb_own(matrix_b);
  a = npb_own(npb_parts(bytes));
  if (MYTHREAD == 0)
    printf("TIME   M     N    MB  NB  P   Q     TIME   CHECK   GB/s   RESID\n"
           "---- ----- ----- --- --- --- --- -------- ------ -------- -----\n");
  int passed = 0;
  double best = rounds(&passed);
  if (MYTHREAD == 0)
    report(best, passed);
  return MYTHREAD == 0 && passed < ROUNDS;
}
