/* NPB FT: a slab of planes for each thread along z while x and y are transformed, a slab of rows
 * along y while z is. What changes hands between the two is in one piece for each plane and pair of
 * threads, and is put while the next planes or rows are transformed. */
#include <upc_nb.h>
#include <upc_relaxed.h>

#include "ft_slab.h"
#include "parts.h"

#define PLANES (FT_NZ / THREADS) /* of a thread, in `by_z` */
#define ROWS (FT_NY / THREADS)   /* of a thread, in `by_y` */
#define SLICES 4                 /* pieces in which a thread's rows are put */
#define PLANE ((size_t)FT_NY * FT_NX)

static shared void *by_z;     /* ft_complex[PLANES][FT_NY][FT_NX] */
static shared void *by_y;     /* ft_complex[FT_NZ][ROWS][FT_NX] */
static ft_complex *state;     /* the transformed state, as by_y */
static shared double sums[2 * FT_ITERATIONS][THREADS]; /* each thread's part of the checksums */
static shared[] double total[2 * FT_ITERATIONS];

/* Transforms the initial state into `state`. */
static void transform_initial(struct ft_work *w) {
  ft_complex *planes = npb_own(by_z);
  for (int i = 0; i < PLANES; i++) {
    int z = MYTHREAD * PLANES + i;
    ft_complex *plane = planes + i * PLANE;
    ft_make_plane(plane, z);
    ft_along_x(plane, 1, w);
    ft_along_y(plane, 1, w);
    for (int j = 1; j <= THREADS; j++) {
      int t = (MYTHREAD + j) % THREADS;
      shared[] ft_complex *to = npb_part(by_y, t);
      upc_memput_nbi(to + (size_t)z * ROWS * FT_NX, plane + (size_t)t * ROWS * FT_NX,
                     (size_t)ROWS * FT_NX * sizeof *plane);
    }
  }
  upc_synci();
  upc_barrier;
  ft_complex *rows = npb_own(by_y);
  for (size_t i = 0; i < (size_t)ROWS * FT_NX; i += FT_BATCH)
    ft_columns(rows + i, (size_t)ROWS * FT_NX, FT_NZ, 1, w);
  memcpy(state, rows, (size_t)FT_NZ * ROWS * FT_NX * sizeof *rows);
}

/* One step in time, of the state and of the copy that goes back. */
static void evolve(void) {
  ft_complex *to = npb_own(by_y), *from = state;
  double along_x[FT_NX];
  for (int x = 0; x < FT_NX; x++)
    along_x[x] = ft_factor(x, FT_NX);
  for (int z = 0; z < FT_NZ; z++)
    for (int y = 0; y < ROWS; y++, from += FT_NX, to += FT_NX) {
      double factor = ft_factor(z, FT_NZ) * ft_factor(MYTHREAD * ROWS + y, FT_NY);
      for (int x = 0; x < FT_NX; x++) {
        from[x].re *= factor * along_x[x];
        from[x].im *= factor * along_x[x];
      }
      memcpy(to, from, FT_NX * sizeof *to);
    }
}

/* Transforms rows first to last - 1 back along z and puts them where their planes are. */
static void put_rows(int first, int last, struct ft_work *w) {
  ft_complex *rows = npb_own(by_y);
  size_t from = (size_t)first * FT_NX, to = (size_t)last * FT_NX;
  for (size_t i = from; i < to; i += FT_BATCH)
    ft_columns(rows + i, (size_t)ROWS * FT_NX, FT_NZ, -1, w);
  if (first == 0)
    upc_wait; /* all have added up the planes of the iteration before */
  for (int i = 0; i < FT_NZ; i++) {
    int z = (MYTHREAD * PLANES + PLANES + i) % FT_NZ; /* the next thread's planes first */
    shared[] ft_complex *plane =
        (shared[] ft_complex *)npb_part(by_z, z / PLANES) + z % PLANES * PLANE;
    upc_memput_nbi(plane + (size_t)MYTHREAD * ROWS * FT_NX + from,
                   rows + (size_t)z * ROWS * FT_NX + from, (to - from) * sizeof *rows);
  }
}

/* Transforms the planes back along y and x. */
static void transform_planes(struct ft_work *w) {
  ft_complex *planes = npb_own(by_z);
  for (int i = 0; i < PLANES; i++) {
    ft_along_y(planes + i * PLANE, -1, w);
    ft_along_x(planes + i * PLANE, -1, w);
  }
}

/* The thread's part of an iteration's checksum. */
static void add_up(int iteration) {
  const ft_complex *planes = npb_own(by_z);
  double re = 0, im = 0;
  for (int j = 1; j <= FT_CHECKS; j++) {
    int z = 5 * j % FT_NZ, y = 3 * j % FT_NY, x = j % FT_NX;
    if (z / PLANES == MYTHREAD) {
      const ft_complex *point = planes + z % PLANES * PLANE + (size_t)y * FT_NX + x;
      re += point->re;
      im += point->im;
    }
  }
  sums[2 * iteration][MYTHREAD] = re;
  sums[2 * iteration + 1][MYTHREAD] = im;
}

static void solve(struct ft_work *w) {
  ft_make_roots();
  transform_initial(w);
  upc_notify;
  int rows = ROWS < SLICES ? 1 : ROWS / SLICES;
  for (int iteration = 0; iteration < FT_ITERATIONS; iteration++) {
    evolve();
    for (int y = 0; y < ROWS; y += rows)
      put_rows(y, y + rows, w);
    upc_synci();
    upc_barrier;
    transform_planes(w);
    add_up(iteration);
    upc_notify;
  }
  upc_wait;
  for (int i = 0; i < 2 * FT_ITERATIONS; i++)
    upc_all_reduceD(&total[i], &sums[i][0], UPC_ADD, THREADS, 1, NULL,
                    UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
}

int main(void) {
  if (FT_NY % THREADS != 0 || FT_NZ % THREADS != 0) {
    if (MYTHREAD == 0)
      fprintf(stderr, "FT takes a power of two of threads, at most %d\n",
              FT_NY < FT_NZ ? FT_NY : FT_NZ);
    return 2;
  }
  by_z = npb_parts(PLANES * PLANE * sizeof(ft_complex));
  by_y = npb_parts((size_t)FT_NZ * ROWS * FT_NX * sizeof(ft_complex));
  state = malloc((size_t)FT_NZ * ROWS * FT_NX * sizeof *state);
  struct ft_work *work = malloc(sizeof *work);
  if (state == NULL || work == NULL)
    upc_global_exit(2);
  solve(work); /* untimed */
  upc_barrier;
  double start = npb_seconds();
  solve(work);
  upc_barrier;
  return MYTHREAD == 0 ? ft_end(npb_seconds() - start, (ft_complex *)total, THREADS) : 0;
}
