/* NPB FT as a beginner writes it: the box in shared arrays, planes dealt in turn, every line read
 * and written point by point. */
#include <upc_relaxed.h>

#include "ft.h"

static shared[FT_NY * FT_NX] ft_complex state[FT_NZ][FT_NY][FT_NX]; /* transformed */
static shared[FT_NY * FT_NX] ft_complex box[FT_NZ][FT_NY][FT_NX];
static shared ft_complex sum[THREADS];

static ft_complex line[FT_LONGEST], room[FT_LONGEST];

static void along_x(int sign) {
  upc_forall (int z = 0; z < FT_NZ; z++; &box[z][0][0])
    for (int y = 0; y < FT_NY; y++) {
      for (int x = 0; x < FT_NX; x++)
        line[x] = box[z][y][x];
      ft_complex *done = ft_lines(line, room, FT_NX, 1, sign);
      for (int x = 0; x < FT_NX; x++)
        box[z][y][x] = done[x];
    }
}

static void along_y(int sign) {
  upc_forall (int z = 0; z < FT_NZ; z++; &box[z][0][0])
    for (int x = 0; x < FT_NX; x++) {
      for (int y = 0; y < FT_NY; y++)
        line[y] = box[z][y][x];
      ft_complex *done = ft_lines(line, room, FT_NY, 1, sign);
      for (int y = 0; y < FT_NY; y++)
        box[z][y][x] = done[y];
    }
}

/* Lines along z cross the planes of all threads. */
static void along_z(int sign) {
  upc_barrier;
  upc_forall (int y = 0; y < FT_NY; y++; y)
    for (int x = 0; x < FT_NX; x++) {
      for (int z = 0; z < FT_NZ; z++)
        line[z] = box[z][y][x];
      ft_complex *done = ft_lines(line, room, FT_NZ, 1, sign);
      for (int z = 0; z < FT_NZ; z++)
        box[z][y][x] = done[z];
    }
  upc_barrier;
}

static void transform_initial(void) {
  upc_forall (int z = 0; z < FT_NZ; z++; &box[z][0][0])
    ft_make_plane((ft_complex *)&box[z][0][0], z);
  along_x(1);
  along_y(1);
  along_z(1);
  upc_forall (int z = 0; z < FT_NZ; z++; &box[z][0][0])
    for (int y = 0; y < FT_NY; y++)
      for (int x = 0; x < FT_NX; x++)
        state[z][y][x] = box[z][y][x];
}

static void evolve(void) {
  double factor_x[FT_NX];
  for (int x = 0; x < FT_NX; x++)
    factor_x[x] = ft_factor(x, FT_NX);
  upc_forall (int z = 0; z < FT_NZ; z++; &box[z][0][0])
    for (int y = 0; y < FT_NY; y++) {
      double factor = ft_factor(z, FT_NZ) * ft_factor(y, FT_NY);
      for (int x = 0; x < FT_NX; x++) {
        state[z][y][x].re *= factor * factor_x[x];
        state[z][y][x].im *= factor * factor_x[x];
        box[z][y][x] = state[z][y][x];
      }
    }
}

/* The sum of the thread's points, then of all. */
static ft_complex add_up(void) {
  ft_complex all = {0, 0};
  sum[MYTHREAD] = all;
  for (int j = 1; j <= FT_CHECKS; j++) {
    int z = 5 * j % FT_NZ, y = 3 * j % FT_NY, x = j % FT_NX;
    if (upc_threadof(&box[z][y][x]) == MYTHREAD) {
      sum[MYTHREAD].re += box[z][y][x].re;
      sum[MYTHREAD].im += box[z][y][x].im;
    }
  }
  upc_barrier;
  for (int t = 0; t < THREADS; t++) {
    all.re += sum[t].re;
    all.im += sum[t].im;
  }
  upc_barrier;
  return all;
}

static void solve(ft_complex *sums) {
  ft_make_roots();
  transform_initial();
  for (int i = 0; i < FT_ITERATIONS; i++) {
    evolve();
    along_z(-1);
    along_y(-1);
    along_x(-1);
    sums[i] = add_up();
  }
}

int main(void) {
  ft_complex sums[FT_ITERATIONS];
  upc_barrier;
  double start = npb_seconds();
  solve(sums);
  upc_barrier;
  return MYTHREAD == 0 ? ft_end(npb_seconds() - start, sums, THREADS) : 0;
}
