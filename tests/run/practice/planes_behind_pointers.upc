// Points of planes behind a directory of pointers, by arbitrary subscripts: in nests of loops with
// few iterations, in long loops, and from pointers that lie before their segment's start.
#include <stdio.h>
#include <upc_relaxed.h>

#define N 8

typedef shared[] int *plane;
static shared plane made[N * THREADS];
static plane grid[N];

static int first(int z, int i) { return z * 100 + i; }

// The sum of the point's neighbours, with indices that wrap.
static int around(plane *planes, int z, int y, int x) {
  int sum = 0;
  for (int dz = -1; dz <= 1; dz++)
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++)
        sum += planes[(z + dz) & (N - 1)][((y + dy) & (N - 1)) * N + ((x + dx) & (N - 1))];
  return sum;
}

static int expected(int z, int y, int x) {
  int sum = 0;
  for (int dz = -1; dz <= 1; dz++)
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++)
        sum += first((z + dz) & (N - 1), ((y + dy) & (N - 1)) * N + ((x + dx) & (N - 1)));
  return sum;
}

int main(void) {
  int wrong = 0;
  upc_forall (int z = 0; z < N; z++; z) {
    plane new = upc_alloc(N * N * sizeof(int));
    for (int i = 0; i < N * N; i++)
      new[i] = first(z, i);
    made[z] = new;
  }
  upc_barrier;
  for (int z = 0; z < N; z++)
    grid[z] = made[z];
  for (int z = 0; z < N; z++)
    for (int y = 0; y < N; y++)
      for (int x = 0; x < N; x++)
        wrong += around(grid, z, y, x) != expected(z, y, x);
  const long before = 1l << 36; // 2^38 bytes
  for (int z = 0; z < N; z++) {
    plane low = grid[z] - before;
    for (int k = 0; k < 50; k++) {
      long i = k * k % (N * N);
      wrong += low[before + i] != first(z, (int)i);
    }
  }
  upc_barrier;
  upc_forall (int z = 0; z < N; z++; z)
    for (int k = 0; k < 40; k++)
      grid[(z + 1) % N][(k * k + z) % (N * N)] += 1000;
  upc_barrier;
  for (int z = 0; z < N; z++) {
    int added[N * N] = {0}, from = (z + N - 1) % N;
    for (int k = 0; k < 40; k++)
      added[(k * k + from) % (N * N)] += 1000;
    for (int i = 0; i < N * N; i++)
      wrong += made[z][i * 5 % (N * N)] != first(z, i * 5 % (N * N)) + added[i * 5 % (N * N)];
  }
  if (wrong)
    printf("%d wrong\n", wrong);
  upc_barrier;
  if (MYTHREAD == 0)
    puts("ok");
  return wrong != 0;
}
