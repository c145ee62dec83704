// Small functions that read and write shared arrays, called in loops: arguments with side effects
// and of other types, names that are hidden, branches, functions of functions, structures, and a
// loop that waits for a relaxed variable. Functions that compute subscripts, affinities and bounds
// of loops. The same calls by pointers, and of functions that are not to be taken in, must give the
// same.
#include <stdio.h>
#include <upc_relaxed.h>

#define N (4 * THREADS)
#define M 24
#define W (M / 8)

typedef struct {
  int x[3];
} body;

typedef struct {
  double re, im;
} complex;

static shared [W] unsigned bits[N][W];
static shared [M] double grid[N][M];
static shared int cyclic[8 * THREADS];
static shared body bodies[4 * THREADS];
static shared [M] double flat[4 * M * THREADS];
static shared [M] complex waves[4 * M * THREADS];
static shared int sums[THREADS];
static shared int told, ready;
static int calls;

static int get(int i, int j) {
  i = (i + N) % N;
  j = (j + M) % M;
  return bits[i][j / 8] >> (j % 8) & 1;
}

static void set(int i, int j, int on) {
  unsigned bit = 1u << (j % 8);
  if (on)
    bits[i][j / 8] |= bit;
  else
    bits[i][j / 8] &= ~bit;
}

double at(int i, int j) { return grid[i][j]; }

double inside(int i, int j) {
  if (i < 0 || i >= N)
    return -1;
  if (j < 0 || j >= M) {
    return 0.5f;
  }
  return at(i, j);
}

static void put(int i, int j, double v) {
  if (i < 0)
    return;
  grid[i][j] = v;
}

static unsigned char narrow(unsigned char k) { return cyclic[k % 8 * THREADS] + k; }

static int member(shared body *p, int k) { return p->x[k]; }

static int next(void) { return calls++ % 8; }

static int counted(int k) { return cyclic[k * THREADS] + k; }

static int neighbours(int i, int j) {
  return get(i - 1, j) + get(i + 1, j) + get(i, j - 1) + get(i, j + 1);
}

static int idx(int i, int j) { return i * M + j; }

static int width = M, next_row[8];

long by_width(int i, int j) { return (long)i * width + j; }

static int wrap(int k, int n) {
  if (k < 0)
    return k + n;
  return k >= n ? k - n : k;
}

static int owner(int i) { return i % THREADS; }

static int after(int i) { return i + 1; }

static complex wave(int i, int j) { return waves[idx(i, j)]; }

static void set_wave(int i, int j, complex v) { waves[by_width(i, j)] = v; }

__attribute__((noinline)) static int called(int k) { return cyclic[k * THREADS] + k; }

static int is_ready(void) { return ready; }

static int wrong(const char *what, int k, double value, double expected) {
  if (value != expected)
    printf("thread %d: %s %d: %g, not %g\n", MYTHREAD, what, k, value, expected);
  return value != expected;
}

static int of_bits(void) {
  int bad = 0;
  for (int i = 0; i < N; i++)
    for (int j = 1 - M; j < M; j++) {
      int around = 0;
      for (int k = -1; k <= 1; k += 2)
        around += ((i + k + N) % N * 5 + (j + M) % M * 3) % 7 < 3;
      for (int k = -1; k <= 1; k += 2)
        around += (i * 5 + (j + k + M) % M * 3) % 7 < 3;
      bad += wrong("bit", i, get(i, j), (i * 5 + (j + M) % M * 3) % 7 < 3);
      bad += wrong("neighbours", i, neighbours(i, j), around);
    }
  return bad;
}

static int of_arguments(void) {
  int bad = 0, k = 0;
  int (*by_pointer)(int) = counted;
  for (calls = 0; calls < 16;) {
    int before = calls;
    bad += wrong("next", before, counted(next()), before % 8 * 11 + before % 8);
    bad += wrong("calls", before, calls, before + 1);
  }
  while (k < 7) {
    int *alias = &k, sum = counted(k++);
    sum += by_pointer(k);
    bad += wrong("pointer", k, sum, (k - 1) * 12 + k * 12);
    bad += wrong("alias", k, counted(*alias), called(*alias));
  }
  for (double x = 0.25; x < 7; x += 1.5)
    bad += wrong("converted", (int)x, counted(x), (int)x * 12);
  for (int i = 250; i < 262; i++)
    bad += wrong("narrow", i, narrow(i), (unsigned char)((i & 255) % 8 * 11 + (i & 255)));
  for (int cyclic = 0; cyclic < 8; cyclic++)
    bad += wrong("hidden", cyclic, counted(cyclic), cyclic * 12);
  for (int bit = 0; bit < 8; bit++)
    bad += wrong("size", bit, sizeof counted(bit++), sizeof(int));
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 3; j++)
      bad += wrong("member", i, member(&bodies[i * THREADS], j), i * 10 + j);
  return bad;
}

static int of_grid(void) {
  int bad = 0;
  for (int t = 0; t < 2; t++) {
    upc_forall (int i = -1; i < N; i++; i < 0 ? 0 : i)
      for (int j = 0; j < M; j++)
        put(i, j, i * 100 + j + t);
    upc_barrier;
    for (int i = -1; i <= N; i++)
      for (int j = -1; j <= M; j++) {
        double expected = i < 0 || i >= N ? -1 : j < 0 || j >= M ? 0.5 : i * 100 + j + t;
        bad += wrong("inside", i, inside(i, j), expected);
      }
    upc_barrier;
    upc_forall (int i = 1; i < N - 1; i++; &grid[i][0])
      for (int j = 1, v = 3; j < M - 1; j++)
        put(i, j, at(i, j) + at(i, j - 1) / 1000 + v);
    upc_barrier;
    bad += wrong("carried", 0, at(1, 2), 102 + t + 3 + (101 + t + 3 + (100.0 + t) / 1000) / 1000);
    upc_barrier;
  }
  return bad;
}

static int of_subscripts(void) {
  int bad = 0, own = 0;
  upc_forall (int i = 0; i < N; i++; &flat[idx(i, 0)])
    for (int j = 0; j < M; j++)
      flat[idx(i, j)] = i * 100 + j;
  upc_barrier;
  for (int i = 0; i < N; i++)
    for (int j = after(-1); j < M; j++) {
      double expected = (i + N - 1) % N * 100 + (j + 1) % M;
      bad += wrong("wrap", i, flat[idx(wrap(i - 1, N), wrap(j + 1, M))], expected);
      bad += wrong("row", i, grid[wrap(i + 1, N)][j], grid[(i + 1) % N][j]);
    }
  for (int i = 0; i < 4; i++)
    next_row[i] = wrap(i + 1, 4) * THREADS;
  calls = 0;
  for (int i = 0; i < 4; i++) {
    int k = by_width(next_row[i], 3), before = calls;
    bad += wrong("variable", i, flat[k], next_row[i] * 100 + 3);
    bad += wrong("array", i, flat[idx(next_row[i], width - 1)], next_row[i] * 100 + M - 1);
    bad += wrong("effect", i, flat[idx(0, calls++)], before);
    bad += wrong("calls", i, calls, before + 1);
    bad += wrong("argument", i, flat[idx(0, next())], before + 1);
  }
  upc_forall (int i = after(-1); i < idx(N / M, N % M); i++; owner(i))
    own++;
  bad += wrong("affinity", 0, own, 4);
  return bad;
}

static int of_structures(void) {
  int bad = 0;
  upc_forall (int i = 0; i < N; i++; &waves[idx(i, 0)])
    for (int j = 0; j < M; j++) {
      complex v = { i * 100 + j, -j };
      set_wave(i, j, v);
    }
  upc_barrier;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      complex v = wave(wrap(i + 1, N), j);
      bad += wrong("wave", i, v.re, (i + 1) % N * 100 + j);
      bad += wrong("member", i, wave(i, j).im, -j);
    }
  upc_barrier;
  upc_forall (int i = 0; i < N; i++; i)
    for (int j = 1; j < M; j++)
      set_wave(i, j, wave(i, j - 1));
  upc_barrier;
  bad += wrong("carried", 0, wave(0, M - 1).re + wave(0, M - 1).im, 0);
  return bad;
}

int main(void) {
  int bad = 0;
  upc_forall (int i = 0; i < N; i++; i)
    for (int j = 0; j < M; j++)
      set(i, j, (i * 5 + j * 3) % 7 < 3);
  if (MYTHREAD == 0)
    for (int i = 0; i < 8; i++)
      cyclic[i * THREADS] = i * 11;
  upc_forall (int i = 0; i < 4 * THREADS; i++; &bodies[i])
    for (int k = 0; k < 3; k++)
      bodies[i].x[k] = i / THREADS * 10 + k;
  upc_barrier;
  bad += of_bits();
  upc_barrier;
  bad += of_arguments();
  bad += of_grid();
  bad += of_subscripts();
  bad += of_structures();

  // The last thread writes while the others wait; what it wrote before its fence is seen behind the
  // readers' own.
  if (MYTHREAD == THREADS - 1) {
    told = 7;
    upc_fence;
    ready = 1;
  }
  while (!is_ready())
    ;
  upc_fence;
  bad += wrong("told", 0, told, 7);

  sums[MYTHREAD] = bad;
  upc_barrier;
  if (MYTHREAD == 0) {
    for (int i = 1; i < THREADS; i++)
      bad += sums[i];
    puts(bad ? "wrong" : "ok");
  }
  return bad != 0;
}
