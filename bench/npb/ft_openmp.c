/* SPDX-License-Identifier: Apache-2.0 */
/* NPB FT in C with OpenMP: the transforms of ft.upc on one box that all threads share. */
#include <omp.h>

#include "ft_slab.h"

#define PLANE ((size_t)FT_NY * FT_NX)

static ft_complex *state, *box; /* [FT_NZ][FT_NY][FT_NX] */

static void along_z(int sign, struct ft_work *w) {
#pragma omp for
  for (int i = 0; i < FT_NY * FT_NX; i += FT_BATCH)
    ft_columns(box + i, PLANE, FT_NZ, sign, w);
}

static void transform_initial(struct ft_work *w) {
#pragma omp for
  for (int z = 0; z < FT_NZ; z++) {
    ft_make_plane(box + z * PLANE, z);
    ft_along_x(box + z * PLANE, 1, w);
    ft_along_y(box + z * PLANE, 1, w);
  }
  along_z(1, w);
#pragma omp for
  for (int z = 0; z < FT_NZ; z++)
    memcpy(state + z * PLANE, box + z * PLANE, PLANE * sizeof *box);
}

static void evolve(void) {
  double along_x[FT_NX];
  for (int x = 0; x < FT_NX; x++)
    along_x[x] = ft_factor(x, FT_NX);
#pragma omp for
  for (int i = 0; i < FT_NZ * FT_NY; i++) {
    double factor = ft_factor(i / FT_NY, FT_NZ) * ft_factor(i % FT_NY, FT_NY);
    ft_complex *from = state + (size_t)i * FT_NX;
    for (int x = 0; x < FT_NX; x++) {
      from[x].re *= factor * along_x[x];
      from[x].im *= factor * along_x[x];
    }
    memcpy(box + (size_t)i * FT_NX, from, FT_NX * sizeof *box);
  }
}

static void transform_back(struct ft_work *w) {
  along_z(-1, w);
#pragma omp for
  for (int z = 0; z < FT_NZ; z++) {
    ft_along_y(box + z * PLANE, -1, w);
    ft_along_x(box + z * PLANE, -1, w);
  }
}

static ft_complex add_up(void) {
  ft_complex sum = {0, 0};
  for (int j = 1; j <= FT_CHECKS; j++) {
    const ft_complex *point =
        box + 5 * j % FT_NZ * PLANE + (size_t)(3 * j % FT_NY) * FT_NX + j % FT_NX;
    sum.re += point->re;
    sum.im += point->im;
  }
  return sum;
}

static void solve(ft_complex *sums) {
  ft_make_roots();
#pragma omp parallel
  {
    struct ft_work work;
    transform_initial(&work);
    for (int i = 0; i < FT_ITERATIONS; i++) {
      evolve();
      transform_back(&work);
#pragma omp single
      sums[i] = add_up();
    }
  }
}

int main(void) {
  state = malloc(FT_NZ * PLANE * sizeof *state);
  box = malloc(FT_NZ * PLANE * sizeof *box);
  if (state == NULL || box == NULL)
    return 2;
  ft_complex sums[FT_ITERATIONS];
  solve(sums); /* untimed */
  double start = npb_seconds();
  solve(sums);
  return ft_end(npb_seconds() - start, sums, omp_get_max_threads());
}
