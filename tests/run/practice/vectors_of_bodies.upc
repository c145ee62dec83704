// Arrays that are members of shared structures, in loops over their few elements: directly, behind
// pointers, and as neighbours of points in a longer loop. Some objects are the same, and a flag is
// set while the loops read.
#include <stdio.h>
#include <upc_relaxed.h>

#define N (5 * THREADS)
#define D 3

typedef struct {
  int x[D], pairs[2][D];
  int mass;
} body;

static shared body bodies[N];
static shared body *shared chosen[THREADS];
static shared [8] int image[4 * THREADS][8];
static shared int sums[THREADS];
static strict shared int flag;

static int at(int i, int k) { return (i * 7 + k * 5) % 11 - 4; }

static int distance(shared body *p, shared body *q) {
  int r = 0;
  for (int k = 0; k < D; k++) {
    int d = p->x[k] - q->x[k];
    r += d * d;
  }
  return r * q->mass;
}

// `p` and `q` may be the same body.
static void push(shared body *p, shared body *q) {
  for (int k = 0; k < D; k++) {
    p->x[k] += q->x[D - 1 - k];
    p->pairs[1][k] = p->x[k] - q->pairs[0][k];
  }
}

static int expected_distance(int i, int j) {
  int r = 0;
  for (int k = 0; k < D; k++)
    r += (at(i, k) - at(j, k)) * (at(i, k) - at(j, k));
  return r * (j % 3 + 1);
}

static int wrong(const char *what, int i, int found, int expected) {
  if (found != expected)
    printf("%s %d: %d, not %d\n", what, i, found, expected);
  return found != expected;
}

int main(void) {
  int bad = 0, n = N;
  upc_forall(int i = 0; i < n; i++; &bodies[i]) {
    for (int k = 0; k < D; k++) {
      bodies[i].x[k] = at(i, k);
      bodies[i].pairs[0][k] = i + k;
    }
    bodies[i].mass = i % 3 + 1;
  }
  upc_forall(int y = 0; y < 4 * THREADS; y++; &image[y][0])
    for (int x = 0; x < 8; x++)
      image[y][x] = at(y, x);
  upc_barrier;

  for (int i = 0; i < n; i++) {
    int sum = 0, direct = 0, expected = 0;
    for (int j = 0; j < n; j++) {
      int r = 0;
      for (int k = 0; k < D; k++) {
        int d = bodies[j].x[k] - bodies[i].x[k];
        r += d * d;
      }
      direct += r * bodies[j].mass;
      sum += distance(&bodies[i], &bodies[j]);
      expected += expected_distance(i, j);
    }
    bad += wrong("direct", i, direct, expected) + wrong("by pointers", i, sum, expected);
  }
  for (int y = 1; y < 4 * THREADS - 1; y++)
    for (int x = 1; x < 7; x++) {
      int sum = 0, expected = 0;
      for (int i = -1; i <= 1; i++)
        for (int j = -1; j <= 1; j++) {
          sum += image[y + i][x + j] * (i - j);
          expected += at(y + i, x + j) * (i - j);
        }
      bad += wrong("image", y * 8 + x, sum, expected);
    }
  upc_barrier;

  // Each thread pushes a body of the next thread by itself, behind a pointer that lies in memory.
  chosen[MYTHREAD] = &bodies[(MYTHREAD + 1) % THREADS];
  push(chosen[MYTHREAD], chosen[MYTHREAD]);
  upc_barrier;
  int x[D];
  for (int k = 0; k < D; k++)
    x[k] = at(MYTHREAD, k);
  for (int k = 0; k < D; k++) {
    x[k] += x[D - 1 - k];
    bad += wrong("pushed", k, bodies[MYTHREAD].x[k], x[k]);
    bad += wrong("pair", k, bodies[MYTHREAD].pairs[1][k], x[k] - MYTHREAD - k);
  }
  upc_barrier;

  // The loops behind the flag must see what was written before it.
  if (MYTHREAD == THREADS - 1) {
    for (int i = 0; i < n; i++)
      for (int k = 0; k < D; k++)
        bodies[i].x[k] = i - k;
    flag = 1;
  }
  for (int seen = 0; !seen;) {
    seen = flag;
    int sum = 0, expected = 0;
    for (int i = 0; i < n; i++)
      for (int k = 0; k < D; k++) {
        sum += bodies[i].x[k] * (k + 1);
        expected += (i - k) * (k + 1);
      }
    if (seen)
      bad += wrong("after the flag", 0, sum, expected);
  }
  sums[MYTHREAD] = bad;
  upc_barrier;
  if (MYTHREAD == 0) {
    for (int i = 1; i < THREADS; i++)
      bad += sums[i];
    puts(bad ? "wrong" : "ok");
  }
  return bad != 0;
}
