/* SPDX-License-Identifier: Apache-2.0 */
/* NPB FT in C with MPI: the slabs of ft.upc; transpositions by MPI_Alltoall, with a datatype for
 * the pieces of a slab. */
#include "ft_slab.h"
#include "mpi_parts.h"

#define PLANE ((size_t)FT_NY * FT_NX)

static int planes, rows; /* of a rank, in by_z and by_y */
static ft_complex *by_z; /* [planes][FT_NY][FT_NX] */
static ft_complex *by_y; /* [FT_NZ][rows][FT_NX] */
static ft_complex *state;
static MPI_Datatype piece; /* the rows of one rank in all planes of another */

static void make_piece(void) {
  int row = rows * FT_NX * 2;
  MPI_Datatype vector;
  MPI_Type_vector(planes, row, (int)PLANE * 2, MPI_DOUBLE, &vector);
  MPI_Type_create_resized(vector, 0, row * (MPI_Aint)sizeof(double), &piece);
  MPI_Type_commit(&piece);
}

static void transform_initial(struct ft_work *w) {
  for (int i = 0; i < planes; i++) {
    ft_complex *plane = by_z + i * PLANE;
    ft_make_plane(plane, rank * planes + i);
    ft_along_x(plane, 1, w);
    ft_along_y(plane, 1, w);
  }
  MPI_Alltoall(by_z, 1, piece, by_y, planes * rows * FT_NX * 2, MPI_DOUBLE, MPI_COMM_WORLD);
  for (size_t i = 0; i < (size_t)rows * FT_NX; i += FT_BATCH)
    ft_columns(by_y + i, (size_t)rows * FT_NX, FT_NZ, 1, w);
  memcpy(state, by_y, (size_t)FT_NZ * rows * FT_NX * sizeof *state);
}

static void evolve(void) {
  ft_complex *to = by_y, *from = state;
  double along_x[FT_NX];
  for (int x = 0; x < FT_NX; x++)
    along_x[x] = ft_factor(x, FT_NX);
  for (int z = 0; z < FT_NZ; z++)
    for (int y = 0; y < rows; y++, from += FT_NX, to += FT_NX) {
      double factor = ft_factor(z, FT_NZ) * ft_factor(rank * rows + y, FT_NY);
      for (int x = 0; x < FT_NX; x++) {
        from[x].re *= factor * along_x[x];
        from[x].im *= factor * along_x[x];
      }
      memcpy(to, from, FT_NX * sizeof *to);
    }
}

static void transform_back(struct ft_work *w) {
  for (size_t i = 0; i < (size_t)rows * FT_NX; i += FT_BATCH)
    ft_columns(by_y + i, (size_t)rows * FT_NX, FT_NZ, -1, w);
  MPI_Alltoall(by_y, planes * rows * FT_NX * 2, MPI_DOUBLE, by_z, 1, piece, MPI_COMM_WORLD);
  for (int i = 0; i < planes; i++) {
    ft_along_y(by_z + i * PLANE, -1, w);
    ft_along_x(by_z + i * PLANE, -1, w);
  }
}

static ft_complex add_up(void) {
  ft_complex sum = {0, 0};
  for (int j = 1; j <= FT_CHECKS; j++) {
    int z = 5 * j % FT_NZ, y = 3 * j % FT_NY, x = j % FT_NX;
    if (z / planes == rank) {
      const ft_complex *point = by_z + z % planes * PLANE + (size_t)y * FT_NX + x;
      sum.re += point->re;
      sum.im += point->im;
    }
  }
  return sum;
}

/* Rank 0 gets the sums. */
static void solve(ft_complex *sums, struct ft_work *w) {
  ft_complex part[FT_ITERATIONS];
  ft_make_roots();
  transform_initial(w);
  for (int iteration = 0; iteration < FT_ITERATIONS; iteration++) {
    evolve();
    transform_back(w);
    part[iteration] = add_up();
  }
  MPI_Reduce(part, sums, 2 * FT_ITERATIONS, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  npb_start(&argc, &argv);
  if (!npb_takes("FT", ranks, FT_PARTS, rank == 0))
    return npb_finish(2);
  planes = FT_NZ / ranks;
  rows = FT_NY / ranks;
  make_piece();
  by_z = npb_memory(planes * PLANE * sizeof *by_z);
  by_y = npb_memory((size_t)FT_NZ * rows * FT_NX * sizeof *by_y);
  state = npb_memory((size_t)FT_NZ * rows * FT_NX * sizeof *state);
  struct ft_work *work = npb_memory(sizeof *work);
  ft_complex sums[FT_ITERATIONS];
  solve(sums, work); /* untimed */
  MPI_Barrier(MPI_COMM_WORLD);
  double start = npb_seconds();
  solve(sums, work);
  MPI_Barrier(MPI_COMM_WORLD);
  return npb_finish(rank == 0 ? ft_end(npb_seconds() - start, sums, ranks) : 0);
}
