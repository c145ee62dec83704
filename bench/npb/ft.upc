/* NPB FT: each thread has a slab of planes while x and y are transformed, and a slab of rows while
 * z is. Rows in planes that the thread can access are transformed in place. Other rows are put, one
 * piece for each plane and pair of threads, while the next planes or rows are transformed. */
#include <upc_castable.h>
#include <upc_nb.h>
#include <upc_relaxed.h>

#include "ft_slab.h"
#include "parts.h"

#define PLANES (FT_NZ / THREADS) /* of a thread, in `by_z` */
#define ROWS (FT_NY / THREADS)   /* of a thread, in `by_y` */
#define SLICES 4                 /* pieces of a thread's rows */
#define PLANE ((size_t)FT_NY * FT_NX)
#define SLAB ((size_t)ROWS * FT_NX) /* of a thread's rows in a plane */

static shared void *by_z;     /* ft_complex[PLANES][FT_NY][FT_NX] */
static shared void *by_y;     /* ft_complex[FT_NZ][ROWS][FT_NX] */
static ft_complex *state;     /* the transformed state, as by_y */
static ft_complex *rows_of[FT_NZ]; /* the thread's rows of each plane, in by_z or by_y */
static shared double sums[2 * FT_ITERATIONS][THREADS]; /* each thread's part of the checksums */
static shared[] double total[2 * FT_ITERATIONS];

/* Thread t's rows in plane z, in by_z. */
static shared[] ft_complex *rows_in_plane(int t, int z) {
  return (shared[] ft_complex *)npb_part(by_z, z / PLANES) + z % PLANES * PLANE + t * SLAB;
}

/* True if the caller can access a thread's planes. */
static bool is_near(int t) { return upc_cast(npb_part(by_z, t)) != NULL; }

static void find_rows(void) {
  ft_complex *rows = npb_own(by_y);
  for (int z = 0; z < FT_NZ; z++)
    rows_of[z] = is_near(z / PLANES) ? upc_cast(rows_in_plane(MYTHREAD, z)) : rows + z * SLAB;
}

/* Puts the rows of an own plane to the threads that transform them along z. */
static void put_plane(int z, const ft_complex *plane) {
  for (int j = 1; j < THREADS; j++) {
    int t = (MYTHREAD + j) % THREADS;
    shared[] ft_complex *to = npb_part(by_y, t);
    if (!is_near(t))
      upc_memput_nbi(to + z * SLAB, plane + t * SLAB, SLAB * sizeof *plane);
  }
}

/* Transforms the initial state into `state`. */
static void transform_initial(struct ft_work *w) {
  ft_complex *planes = npb_own(by_z);
  for (int i = 0; i < PLANES; i++) {
    int z = MYTHREAD * PLANES + i;
    ft_complex *plane = planes + i * PLANE;
    ft_make_plane(plane, z);
    ft_along_x(plane, 1, w);
    ft_along_y(plane, 1, w);
    put_plane(z, plane);
  }
  upc_synci();
  upc_barrier;
  for (size_t i = 0; i < SLAB; i += FT_BATCH)
    ft_columns_at(rows_of, i, FT_NZ, 1, w);
  for (int z = 0; z < FT_NZ; z++)
    memcpy(state + z * SLAB, rows_of[z], SLAB * sizeof *state);
}

/* One time step of the state and of the copy that is transformed back. */
static void evolve(void) {
  ft_complex *from = state;
  double along_x[FT_NX];
  for (int x = 0; x < FT_NX; x++)
    along_x[x] = ft_factor(x, FT_NX);
  for (int z = 0; z < FT_NZ; z++)
    for (int y = 0; y < ROWS; y++, from += FT_NX) {
      double factor = ft_factor(z, FT_NZ) * ft_factor(MYTHREAD * ROWS + y, FT_NY);
      for (int x = 0; x < FT_NX; x++) {
        from[x].re *= factor * along_x[x];
        from[x].im *= factor * along_x[x];
      }
      memcpy(rows_of[z] + y * FT_NX, from, FT_NX * sizeof *from);
    }
}

/* Puts rows first to last - 1 back to their planes, the next thread's planes first. */
static void put_rows(int first, int last) {
  size_t from = (size_t)first * FT_NX, to = (size_t)last * FT_NX;
  for (int i = 0; i < FT_NZ; i++) {
    int z = (MYTHREAD * PLANES + PLANES + i) % FT_NZ;
    if (!is_near(z / PLANES))
      upc_memput_nbi(rows_in_plane(MYTHREAD, z) + from, rows_of[z] + from,
                     (to - from) * sizeof **rows_of);
  }
}

/* Transforms the rows back along z, slice by slice, and puts them to their planes. */
static void transform_rows(struct ft_work *w) {
  int rows = ROWS < SLICES ? 1 : ROWS / SLICES;
  for (int y = 0; y < ROWS; y += rows) {
    for (size_t i = (size_t)y * FT_NX; i < (size_t)(y + rows) * FT_NX; i += FT_BATCH)
      ft_columns_at(rows_of, i, FT_NZ, -1, w);
    put_rows(y, y + rows);
  }
  upc_synci();
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
  for (int iteration = 0; iteration < FT_ITERATIONS; iteration++) {
    upc_wait; /* all have added up the planes of the iteration before */
    evolve();
    transform_rows(w);
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
  if (!npb_takes("FT", THREADS, FT_PARTS, MYTHREAD == 0))
    return 2;
  by_z = npb_parts(PLANES * PLANE * sizeof(ft_complex));
  by_y = npb_parts(FT_NZ * SLAB * sizeof(ft_complex));
  state = malloc(FT_NZ * SLAB * sizeof *state);
  struct ft_work *work = malloc(sizeof *work);
  if (state == NULL || work == NULL)
    upc_global_exit(2);
  find_rows();
  solve(work); /* untimed */
  upc_barrier;
  double start = npb_seconds();
  solve(work);
  upc_barrier;
  return MYTHREAD == 0 ? ft_end(npb_seconds() - start, (ft_complex *)total, THREADS) : 0;
}
