/* The heat equation on a rod. Each thread has a piece of it, for which Fortran (step.f90) computes
 * each step; UPC fetches the neighbours' edges. */
#include <math.h>
#include <stdio.h>
#include <upc_relaxed.h>

enum { CELLS = 1000, STEPS = 200 };

/* subroutine step(u, v, n) bind(c): v(2:n-1) from u(1:n); the ends are not written. */
void step(const double *u, double *v, int n);

struct piece {
  double cell[CELLS + 2]; /* with the neighbours' edges */
};
shared struct piece piece[2][THREADS];
shared double heat[THREADS];

int main(void) {
  struct piece *now = (struct piece *)&piece[0][MYTHREAD];
  struct piece *next = (struct piece *)&piece[1][MYTHREAD];
  *now = *next = (struct piece){{0}};
  if (MYTHREAD == 0)
    now->cell[CELLS / 2] = 1;
  for (int i = 0; i < STEPS; i++) {
    upc_barrier;
    if (MYTHREAD > 0)
      now->cell[0] = piece[i % 2][MYTHREAD - 1].cell[CELLS];
    if (MYTHREAD < THREADS - 1)
      now->cell[CELLS + 1] = piece[i % 2][MYTHREAD + 1].cell[1];
    step(now->cell, next->cell, CELLS + 2);
    struct piece *swap = now;
    now = next, next = swap;
  }
  double sum = 0;
  for (int i = 1; i <= CELLS; i++)
    sum += now->cell[i];
  heat[MYTHREAD] = sum;
  upc_barrier;
  if (MYTHREAD == 0) {
    for (int t = 1; t < THREADS; t++)
      sum += heat[t];
    printf("heat %.6f after %d steps\n", sum, STEPS);
    return fabs(sum - 1) > 1e-12;
  }
  return 0;
}
