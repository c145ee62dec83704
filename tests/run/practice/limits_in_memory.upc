// Loops whose limits are in shared or private memory: rows of sparse matrices, members behind
// pointers, arrays; and loops that change their limits, by name, through pointers of all kinds, in
// functions, and between synchronisations. Each loop's expected value is known by arithmetic.
#include <stdio.h>
#include <upc_relaxed.h>

#define N 24

struct sizes {
  int n;
  unsigned narrow : 5;
  short s;
};

static shared int start[25 * THREADS], column[4 * N * THREADS], count[N * THREADS], limit, other;
static shared [] double value[4 * N], x[N];
static shared double y[N * THREADS];
static shared struct sizes dims[THREADS];
static shared char bytes[2 * THREADS];
static strict shared int fence;
static int own_start[N + 1], global = N;
static int wrong;

static void check(const char *what, long value, long expected) {
  if (value != expected && !wrong++)
    printf("thread %d, %s: %ld, not %ld\n", MYTHREAD, what, value, expected);
}

static double row_sum(int i) {
  double s = 0;
  for (int k = 0; k < i % 5; k++)
    s += (4 * i + k) % 7 * ((i + 3 * k) % N);
  return s;
}

static void rows(void) {
  for (int i = MYTHREAD; i < N; i += THREADS) {
    double s = 0;
    for (int j = start[i]; j < start[i + 1]; j++)
      s += value[j] * x[column[j]];
    check("row", s, row_sum(i));
    y[i] = 0;
    int j;
    for (j = start[i]; j < start[i + 1]; j++)
      y[i] += value[j] * x[column[j]];
    check("row in memory", y[i], row_sum(i));
    check("its end", j, start[i + 1]);
    j = start[i], s = 0;
    while (j < start[i + 1]) {
      s += value[j] * x[column[j]];
      j++;
    }
    check("row by while", s, row_sum(i));
    s = 0;
    for (j = own_start[i]; j < own_start[i + 1]; j++)
      s += value[j] * x[column[j]];
    check("row with private starts", s, row_sum(i));
    s = 0;
    for (long l = start[i + 1] - 1; l >= start[i]; l--)
      s += value[l] * x[column[l]];
    check("row backwards", s, row_sum(i));
    s = 0;
    for (j = start[i]; j < start[i + 1]; j++) {
      if (column[j] % 2)
        continue;
      if (column[j] > 20)
        break;
      s += x[column[j]];
    }
    double expected = 0;
    for (int k = 0, c; k < i % 5; k++) {
      c = (i + 3 * k) % N;
      if (c % 2)
        continue;
      if (c > 20)
        break;
      expected += c;
    }
    check("row with jumps", s, expected);
  }
}

static void members(shared struct sizes *d) {
  long s = 0;
  int i = 0;
  for (int k = 0; k < d->n; k++)
    s += (long)x[k];
  check("member", s, N * (N - 1) / 2);
  s = 0;
  for (long k = 0; k < d->n; k += 2)
    s += (long)x[k];
  check("member, longer counter", s, N / 2 * (N / 2 - 1));
  s = 0;
  for (int k = -2; k < d->narrow; k++)
    s += k < 0 ? 100 : (long)x[k];
  check("bit-field", s, 200 + 21);
  s = 0;
  for (unsigned k = 0; k < d->s; k++)
    s += (long)x[k];
  check("short", s, 10);
  s = 0;
  for (; i + 1 < bytes[1]; i++)
    s += (long)x[i];
  check("sum", s, 3);
  s = 0;
  for (i = 5; i < d[0].s; i++)
    s += (long)x[i];
  check("no iteration", s, 0);
  check("its counter", i, 5);
  upc_forall (i = 0; i < d->n; i++; i)
    s += (long)x[i];
  long expected = 0;
  for (i = MYTHREAD; i < N; i += THREADS)
    expected += i;
  check("upc_forall", s, expected);
  s = 0;
  for (int k = 0; k < global; k++) {
    s += (long)x[k];
    if (k == 3)
      global = 6;
  }
  check("global that changes", s, 15);
  global = N;
}

static void shorten(void) { limit = 3; }

static int to(int n) {
  limit = n;
  return 0;
}

static void changed(shared int *p, shared [] int *q, int *r) {
  int i, n = 0;
  for (i = to(8); i < limit; i++, n++)
    if (x[i] == 2)
      limit = 4;
  check("by name", n, 4);
  n = 0;
  for (i = to(8); i < *p; i++, n++)
    if (x[i] == 2)
      limit = 5;
  check("by name of what a pointer points to", n, 5);
  n = 0;
  for (i = to(8); i < limit; i++, n++)
    if (x[i] == 2)
      *p = 6;
  check("through a pointer", n, 6);
  n = 0;
  for (i = to(8); i < limit; i++, n++)
    if (x[i] == 2)
      *q = 6;
  check("through an indefinite pointer", n, 6);
  n = 0;
  if (r) {
    for (i = to(8); i < limit; i++, n++)
      if (x[i] == 2)
        *r = 6;
    check("through a private pointer", n, 6);
    n = 0;
  }
  for (i = to(8); i < limit; i++, n++)
    if (x[i] == 2)
      shorten();
  check("by a function", n, 3);
  n = 0;
  for (i = to(8); i < limit; i++, n++) {
    if (x[i] == 2)
      other = 1;
    fence = i;
  }
  check("with strict accesses", n, 8);
  for (i = 0; i < N; i++)
    count[i] = 6;
  n = 0;
  for (i = 0; i < count[2]; i++, n++)
    count[i] = 4;
  check("in the same array", n, 4);
  int m = 9, *pm = &m;
  n = 0;
  for (i = 0; i < *pm; i++, n++)
    if (x[i] == 2)
      m = 5;
  check("private, by name", n, 5);
  struct sizes z = {.n = 9}, shorter = {.n = 4}, *pz = &z;
  n = 0;
  for (i = 0; i < pz->n; i++, n++)
    if (x[i] == 2)
      z = shorter;
  check("private structure, by name", n, 4);
}

/* Conditions that are sums with the counter; only one thread executes this. */
static void sums(int least) {
  long tries = 0;
  for (int i = 0; i < N; i++)
    y[i] = i * 7 % N;
  for (int i = 0; i + 1 < N; i++)
    for (int j = 0; j + 1 < N - i; j++)
      if (y[j] > y[j + 1]) {
        double t = y[j];
        y[j] = y[j + 1], y[j + 1] = t;
      }
  for (int i = 0; i < N; i++)
    check("sorted", (long)y[i], i);
  for (int j = 0; j + 1 < least; j++)
    tries += 1 + (long)y[j];
  for (int j = 3; j + 2 <= -5 + (int)global / 24; j++)
    tries += 1 + (long)y[j];
  check("no iteration", tries, 0);
  int j;
  for (j = 2; j + 3 <= N; j += 2)
    tries += (long)y[j];
  check("even numbers", tries, (2 + N - 4) * (N / 2 - 2) / 2);
  check("the counter's end", j, N - 2);
}

int main(void) {
  if (MYTHREAD == 0) {
    int k = 0;
    for (int i = 0; i < N; i++) {
      start[i] = k;
      for (int c = 0; c < i % 5; c++, k++) {
        column[k] = (i + 3 * c) % N;
        value[k] = (4 * i + c) % 7;
      }
      x[i] = i;
    }
    start[N] = k;
    bytes[1] = 4;
  }
  dims[MYTHREAD].n = N;
  dims[MYTHREAD].narrow = 7;
  dims[MYTHREAD].s = 5;
  upc_barrier;
  for (int i = 0; i <= N; i++)
    own_start[i] = start[i];
  rows();
  upc_barrier;
  if (MYTHREAD == 0)
    sums(-2147483647 - 1);
  upc_barrier;
  members(&dims[MYTHREAD]);
  members(&dims[THREADS - 1]);
  upc_barrier;
  int near = upc_threadof(&limit) == MYTHREAD;
  if (near)
    changed(&limit, (shared [] int *)&limit, (int *)&limit);
  upc_barrier;
  if (MYTHREAD == THREADS - 1)
    changed(&limit, (shared [] int *)&limit, 0);
  upc_barrier;
  if (MYTHREAD == 0 && !wrong)
    puts("ok");
  return wrong != 0;
}
