// Loops that read any elements behind pointers: of all types, with variables of the iteration, own
// results, aliases, strict accesses and fences among the iterations, all forms of counting, and all
// ways to leave.
// threads: 1 2 3 4
// cflags: -O2
#include <stdint.h>
#include <stdlib.h>
#include <upc_relaxed.h>
#include "check.h"
enum { N = 900, M = 60 };
struct item { char tag; double value; int parts[3]; };
typedef shared [3] long *blocked;
static shared double *x;
static blocked y;
static shared char *bytes;
static shared float *floats;
static shared struct item *items;
static shared [] int *one;
static shared [] int * shared *heads;
static shared long fixed[M * THREADS], other[M * THREADS];
static shared [M] long mine[THREADS][M];
strict shared int flag;
static int b[N], total, limit = N;

static int any(int k) { return (k * 7 + k / 3) % 11; }

static void set(void) {
  total = M * THREADS;
  x = upc_all_alloc(total, sizeof *x);
  y = (blocked)upc_all_alloc((total + 2) / 3, 3 * sizeof *y);
  bytes = upc_all_alloc(total, 1);
  floats = upc_all_alloc(total, sizeof *floats);
  items = upc_all_alloc(total, sizeof *items);
  heads = upc_all_alloc(total, sizeof *heads);
  one = (shared [] int *)upc_all_alloc(1, total * sizeof *one);
  for (int i = 0; i < N; i++) b[i] = (i * 37 + i / 7 + MYTHREAD) % total;
  upc_forall (int i = 0; i < total; i++; i) {
    x[i] = i * 0.5;
    bytes[i] = i % 50;
    floats[i] = i * 0.25f;
    items[i].tag = i % 20;
    items[i].value = i * 2.0;
    for (int k = 0; k < 3; k++) items[i].parts[k] = i * 3 + k;
    fixed[i] = i;
    other[i] = -i;
  }
  upc_barrier;
  if (MYTHREAD == 0)
    for (int i = 0; i < total; i++) {
      y[i] = 5L * i;
      one[i] = i * i;
      heads[i] = one + i;
    }
  upc_barrier;
}

#define SUM(loop, value, wanted)          \
  do {                                    \
    double sum = 0, want = 0;             \
    loop sum += value;                    \
    loop want += wanted;                  \
    CHECK(sum == want);                   \
  } while (0)
#define UP for (int i = 0; i < N; i++)

static void types(void) {
  SUM(UP, x[b[i]], b[i] * 0.5);
  SUM(UP, y[b[i]], 5.0 * b[i]);
  SUM(UP, bytes[b[i]], b[i] % 50);
  SUM(UP, floats[b[i]], b[i] * 0.25);
  SUM(UP, items[b[i]].tag, b[i] % 20);
  SUM(UP, items[b[i]].value + items[b[i]].parts[2], b[i] * 2.0 + b[i] * 3 + 2);
  SUM(UP, items[b[i]].parts[b[i] % 3], b[i] * 3 + b[i] % 3);
  SUM(UP, one[b[i]], (double)b[i] * b[i]);
  SUM(UP, *heads[b[i]], (double)b[i] * b[i]);
  SUM(UP, x[b[i]] * y[b[N - 1 - i]] + bytes[b[i]], b[i] * 0.5 * 5 * b[N - 1 - i] + b[i] % 50);
  SUM(UP, *(x + b[i]), b[i] * 0.5);
  SUM(UP, fixed[b[i]], b[i]);
  SUM(UP, x[any(i)], any(i) * 0.5);
}

static void forms(void) {
  int k = 0;
  SUM(for (int i = N - 1; i >= 0; i--), x[b[i]], b[i] * 0.5);
  SUM(for (int i = 3; i < N; i += 7), x[b[i]], b[i] * 0.5);
  SUM(for (long i = 0; i <= N - 1; i++), x[b[i]], b[i] * 0.5);
  SUM(for (unsigned i = 0; i < N; i++), x[b[i]], b[i] * 0.5);
  SUM(for (k = 0; k < limit; k++), x[b[k]], b[k] * 0.5);
  CHECK_EQ(k, N);
  SUM(for (k = 5; k < 3; k++), x[b[k]], b[k] * 0.5);
  CHECK_EQ(k, 5);
  SUM(for (int i = 0; i < 1; i++), x[b[i]], b[i] * 0.5);
  SUM(for (int i = 0; i < 70; i++), x[b[i]], b[i] * 0.5);
  double sum = 0, want = 0;
  UP {
    int j = b[i], l = 3;
    const long m = (j + 5) % total;
    sum += x[j] + y[m] * l;
  }
  UP want += b[i] * 0.5 + 15 * ((b[i] + 5) % total);
  CHECK(sum == want);
}

/* Reads that depend on the loop's effects stay in place. */
static void chains(void) {
  unsigned r = 1, s = 1, at = 0, next = 0;
  double sum = 0, want = 0;
  UP {
    r = r * 1103515245 + 12345;
    sum += x[(r >> 8) % total];
    at = (unsigned)y[at % total] + 1;
  }
  UP {
    s = s * 1103515245 + 12345;
    want += (s >> 8) % total * 0.5;
    next = 5 * (next % total) + 1;
  }
  CHECK(sum == want);
  CHECK_EQ(at, next);
  int c[N];
  for (int i = 0; i < N; i++) c[i] = 0;
  sum = 0;
  for (int i = 0; i < N - 1; i++) {
    sum += x[c[i]];
    c[i + 1] = i % total;
  }
  want = 0;
  for (int i = 1; i < N - 1; i++) want += (i - 1) % total * 0.5;
  CHECK(sum == want);
}

/* Conditions, and ends before the last iteration. */
static void ends(void) {
  double sum = 0, want = 0;
  int last = -1;
  UP if (b[i] % 3) sum += x[b[i]];
  UP sum += b[i] > 5 ? x[b[i]] : bytes[b[i]];
  UP want += b[i] % 3 ? b[i] * 0.5 : 0;
  UP want += b[i] > 5 ? b[i] * 0.5 : b[i] % 50;
  UP {
    if (x[b[i]] == 7 * 0.5) {
      last = i;
      break;
    }
  }
  CHECK(sum == want);
  for (int i = 0; i < N; i++)
    if (b[i] == 7) {
      CHECK_EQ(last, i);
      break;
    }
  UP {
    if (i % 2) continue;
    sum -= x[b[i]];
  }
  UP want -= i % 2 ? 0 : b[i] * 0.5;
  CHECK(sum == want);
}

/* Results in one's own elements, by names and by pointers, of the array that is read too. */
static void own_results(void) {
  upc_forall (int i = 0; i < total; i++; &other[i]) other[i] = y[b[i]] + fixed[b[i + 1]];
  upc_forall (int i = 0; i < total; i++; &other[i]) CHECK_EQ(other[i], 5L * b[i] + b[i + 1]);
  for (int i = 0; i < M; i++) mine[MYTHREAD][i] = y[b[i]];
  for (int i = 0; i < M; i++) CHECK_EQ(mine[MYTHREAD][i], 5L * b[i]);
  upc_barrier;
  long *own = (long *)&fixed[MYTHREAD], want[M];
  /* Each reads what others do not change, and of its own what it has changed before. */
  for (int i = 0; i < M; i++)
    want[i] =
        i > 0 && b[i] % THREADS == MYTHREAD && b[i] / THREADS < i ? want[b[i] / THREADS] : b[i];
  upc_barrier;
  if (MYTHREAD == THREADS - 1) {
    for (int i = 0; i < M; i++) own[i] = fixed[b[i]];
    for (int i = 0; i < M; i++) CHECK_EQ(own[i], want[i]);
  }
  upc_barrier;
}

/* Writes to others' elements that are read later in the loop. */
static void aliases(void) {
  shared long *p = fixed, *q = fixed;
  upc_barrier;
  if (MYTHREAD == 0) {
    for (int i = 0; i < total; i++) fixed[i] = i;
    for (int i = 0; i < total; i++) p[i] = q[b[i]] + 1;
    long want[M * THREADS];
    for (int i = 0; i < total; i++) want[i] = i;
    for (int i = 0; i < total; i++) want[i] = want[b[i]] + 1;
    for (int i = 0; i < total; i++) CHECK_EQ(fixed[i], want[i]);
    for (int i = 0; i < total; i++) p[b[i]] = (p[b[i]] + q[b[N - 1 - i]]) % 1000003;
    for (int i = 0; i < total; i++) want[b[i]] = (want[b[i]] + want[b[N - 1 - i]]) % 1000003;
    for (int i = 0; i < total; i++) CHECK_EQ(fixed[i], want[i]);
  }
  upc_barrier;
}

/* The data read were put before, by the thread itself, or by others before the last
 * synchronisation. */
static void others(void) {
  int next = (MYTHREAD + 1) % THREADS;
  for (int round = 1; round < 20; round++) {
    for (int i = 0; i < M; i++) y[i * THREADS % total] = 5L * (i * THREADS % total);
    upc_barrier;
    upc_forall (int i = 0; i < total; i++; i) x[i] = i * round;
    upc_barrier;
    SUM(UP, x[b[i]], (double)b[i] * round);
    upc_barrier;
    for (int i = next; i < total; i += THREADS) x[i] = -i * round; /* nobody else does */
    SUM(for (int i = 0; i < M; i++), x[(b[i] / THREADS * THREADS + next) % total],
        -1.0 * ((b[i] / THREADS * THREADS + next) % total) * round);
    upc_barrier;
  }
}

/* Each strict read lets the loop see what was written before the strict write. */
static void strict_inside(void) {
  int c[8] = {0};
  if (THREADS == 1) return;
  upc_barrier;
  if (MYTHREAD == 0) flag = 0, y[4] = 0;
  upc_barrier;
  for (int i = 0; i < 8; i++) {
    if (MYTHREAD == 1) {
      y[4] = i + 1;
      flag = 2 * i + 1;
      while (flag != 2 * i + 2) ;
    } else if (MYTHREAD == 0) {
      while (flag != 2 * i + 1) ;
      CHECK_EQ(y[c[i] + 4], i + 1);
      flag = 2 * i + 2;
    }
  }
  upc_barrier;
}

int main(void) {
  set();
  types();
  forms();
  chains();
  ends();
  upc_barrier;
  own_results();
  aliases();
  others();
  strict_inside();
  check_done();
  return 0;
}
