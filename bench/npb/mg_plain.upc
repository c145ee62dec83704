/* NPB MG as a beginner writes it: planes dealt in turn, no ghosts, every point by subscripts. */
#include <upc_relaxed.h>

#include "mg.h"

typedef shared[] double *plane;

static shared plane made[3 * (MG_TOP + 1) * MG_N]; /* where each plane is, for all threads */
static plane u[MG_TOP + 1][MG_N], r[MG_TOP + 1][MG_N], v[MG_N];
static shared double part[THREADS];

/* Allocates the planes of a grid of n points a side, dealt to the threads in turn. */
static void make_grid(plane *grid, int n, int first) {
  upc_forall (int z = 0; z < n; z++; z)
    made[first + z] = upc_alloc((size_t)n * n * sizeof(double));
  upc_barrier;
  for (int z = 0; z < n; z++)
    grid[z] = made[first + z];
}

static void set_to_zero(plane *grid, int n) {
  upc_forall (int z = 0; z < n; z++; z)
    for (int i = 0; i < n * n; i++)
      grid[z][i] = 0;
}

/* The weighted sum of a grid around a point. */
static double around(plane *grid, int n, int z, int y, int x, struct mg_weights w) {
  double sum[4] = {0}; /* by how many indices differ */
  for (int dz = -1; dz <= 1; dz++)
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++)
        sum[dz * dz + dy * dy + dx * dx] +=
            grid[(z + dz) & (n - 1)][((y + dy) & (n - 1)) * n + ((x + dx) & (n - 1))];
  return w.centre * sum[0] + w.face * sum[1] + w.edge * sum[2] + w.corner * sum[3];
}

/* out = base + the weighted sums of `in`. */
static void stencil(plane *out, plane *base, plane *in, int n, struct mg_weights w) {
  upc_barrier;
  upc_forall (int z = 0; z < n; z++; z)
    for (int y = 0; y < n; y++)
      for (int x = 0; x < n; x++)
        out[z][y * n + x] = base[z][y * n + x] + around(in, n, z, y, x, w);
  upc_barrier;
}

static void restrict_residual(int k) {
  int m = 1 << (k - 1);
  upc_forall (int z = 0; z < m; z++; z)
    for (int y = 0; y < m; y++)
      for (int x = 0; x < m; x++)
        r[k - 1][z][y * m + x] = around(r[k], 2 * m, 2 * z + 1, 2 * y + 1, 2 * x + 1,
                                        (struct mg_weights){0.5, 0.25, 0.125, 0.0625});
  upc_barrier;
}

/* Adds the trilinear interpolation of level k - 1 to level k. */
static void add_correction(int k) {
  int n = 1 << k, m = n / 2;
  upc_forall (int z = 0; z < n; z++; z)
    for (int y = 0; y < n; y++)
      for (int x = 0; x < n; x++) {
        double sum = 0;
        for (int i = 0; i < 8; i++) { /* odd points lie on coarse ones, even ones between two */
          int cz = (z - 1 + (i & 1)) >> 1, cy = (y - 1 + (i >> 1 & 1)) >> 1;
          int cx = (x - 1 + (i >> 2)) >> 1;
          sum += u[k - 1][cz & (m - 1)][(cy & (m - 1)) * m + (cx & (m - 1))];
        }
        u[k][z][y * n + x] += sum / 8;
      }
}

static void cycle(void) {
  for (int k = MG_TOP; k > 1; k--)
    restrict_residual(k);
  for (int k = 1; k <= MG_TOP; k++) {
    int n = 1 << k;
    if (k < MG_TOP)
      set_to_zero(u[k], n);
    if (k > 1) {
      add_correction(k);
      stencil(r[k], k < MG_TOP ? r[k] : v, u[k], n, MG_RESIDUAL);
    }
    stencil(u[k], u[k], r[k], n, MG_SMOOTHER);
  }
}

/* The norm of the residual. */
static double norm(void) {
  double sum = 0;
  part[MYTHREAD] = 0;
  upc_forall (int z = 0; z < MG_N; z++; z)
    for (int i = 0; i < MG_N * MG_N; i++)
      part[MYTHREAD] += r[MG_TOP][z][i] * r[MG_TOP][z][i];
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    sum += part[t];
  return sqrt(sum / MG_POINTS);
}

static double solve(int cycles) {
  set_to_zero(u[MG_TOP], MG_N);
  stencil(r[MG_TOP], v, u[MG_TOP], MG_N, MG_RESIDUAL);
  for (int i = 0; i < cycles; i++) {
    cycle();
    stencil(r[MG_TOP], v, u[MG_TOP], MG_N, MG_RESIDUAL);
  }
  return norm();
}

static void make_right_side(void) {
  struct mg_charge plus[MG_CHARGES], minus[MG_CHARGES];
  set_to_zero(v, MG_N);
  upc_barrier;
  if (MYTHREAD != 0)
    return;
  mg_find_charges(plus, minus);
  for (int i = 0; i < MG_CHARGES; i++) {
    v[plus[i].z][plus[i].y * MG_N + plus[i].x] = 1;
    v[minus[i].z][minus[i].y * MG_N + minus[i].x] = -1;
  }
}

int main(void) {
  for (int k = 1; k <= MG_TOP; k++) {
    make_grid(u[k], 1 << k, 3 * k * MG_N);
    make_grid(r[k], 1 << k, (3 * k + 1) * MG_N);
  }
  make_grid(v, MG_N, 2 * MG_N);
  make_right_side();
  solve(1); /* untimed */
  upc_barrier;
  double start = npb_seconds(), residual = solve(MG_CYCLES);
  upc_barrier;
  return MYTHREAD == 0 ? mg_end(npb_seconds() - start, residual, THREADS) : 0;
}
