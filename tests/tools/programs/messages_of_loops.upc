// Each thread reads and writes far arrays in loops as a beginner writes them; thread 0 prints how
// many messages it sent for each, and how many results were wrong.
#include <stdio.h>
#include <upc_relaxed.h>
#include <upcx_messages.h>

enum { N = 4096, SIDE = 32, ROWS = 256, IN_ROW = 40, STEPS = 8, SWEEPS = 3, LONG = 16384 };
enum { PAGE = 4096, PAGES = 400, VAIN = 64 };

static shared long counts[N];
static shared double coarse[SIDE][SIDE], fine[2 * SIDE][2 * SIDE];
static shared [SIDE * SIDE] double cube[SIDE][SIDE][SIDE];
static shared double vector[ROWS], product[ROWS];

static struct {
  long *start;
  int *column;
} rows;

static unsigned long sent(void) { return (unsigned long)upcx_messages().messages; }

static unsigned long bytes(void) { return (unsigned long)upcx_messages().bytes; }

static void report(const char *kind, unsigned long start, long wrong) {
  upc_barrier;
  if (MYTHREAD == 0)
    printf("%s %lu %ld\n", kind, sent() - start, wrong);
  upc_barrier;
}

/* Sums up to each element, by one thread. */
static long prefix_sums(void) {
  long wrong = 0, sum = 0;
  upc_forall (int i = 0; i < N; i++; &counts[i])
    counts[i] = i % 7;
  upc_barrier;
  if (MYTHREAD == 0) {
    for (int i = 1; i < N; i++)
      counts[i] += counts[i - 1];
    upc_fence;
    for (int i = 0; i < N; i++)
      wrong += counts[i] != (sum += i % 7);
  }
  return wrong;
}

static double value(int y, int x) { return y * 100 + x; }

/* Interpolates to twice the resolution: the four points that are read are often the same. */
static double between(int y, int x) {
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += coarse[(y + (i & 1)) / 2 % SIDE][(x + (i >> 1)) / 2 % SIDE];
  return sum / 4;
}

static long interpolate(void) {
  long wrong = 0;
  upc_forall (int i = 0; i < SIDE * SIDE; i++; i)
    coarse[i / SIDE][i % SIDE] = value(i / SIDE, i % SIDE);
  upc_barrier;
  upc_forall (int y = 0; y < 2 * SIDE; y++; y)
    for (int x = 0; x < 2 * SIDE; x++)
      fine[y][x] = between(y, x);
  upc_barrier;
  if (MYTHREAD == 0)
    for (int y = 0; y < 2 * SIDE; y += 2)
      for (int x = 0; x < 2 * SIDE; x += 2)
        wrong += fine[y][x] != value(y / 2, x / 2);
  return wrong;
}

static double line[SIDE];

static void reverse(double *from, int n) {
  for (int k = 0; k < n / 2; k++) {
    double swapped = from[k];
    from[k] = from[n - 1 - k];
    from[n - 1 - k] = swapped;
  }
}

/* Lines across the planes of all threads, which are read, changed and written point by point. */
static long across_planes(void) {
  long wrong = 0;
  upc_forall (int z = 0; z < SIDE; z++; &cube[z][0][0])
    for (int i = 0; i < SIDE * SIDE; i++)
      cube[z][i / SIDE][i % SIDE] = z * SIDE * SIDE + i;
  upc_barrier;
  upc_forall (int y = 0; y < SIDE; y++; y)
    for (int x = 0; x < SIDE; x++) {
      for (int z = 0; z < SIDE; z++)
        line[z] = cube[z][y][x];
      reverse(line, SIDE);
      for (int z = 0; z < SIDE; z++)
        cube[z][y][x] = line[z];
    }
  upc_barrier;
  upc_forall (int z = 0; z < SIDE; z++; &cube[z][0][0])
    for (int i = 0; i < SIDE * SIDE; i++)
      wrong += cube[z][i / SIDE][i % SIDE] != (SIDE - 1 - z) * SIDE * SIDE + i;
  return wrong;
}

/* The sum of the corners of a cube. */
static double corners(int z, int y, int x) {
  double sum = 0;
  for (int i = 0; i < 8; i++)
    sum += cube[(z + (i & 1)) % SIDE][(y + (i >> 1 & 1)) % SIDE][(x + (i >> 2)) % SIDE];
  return sum;
}

static shared[SIDE * SIDE] double made[SIDE][SIDE][SIDE];

/* Sweeps over a grid whose planes are dealt in turn; each step changes it. */
static long sweep(void) {
  long wrong = 0;
  for (int step = 0; step < SWEEPS; step++) {
    upc_forall (int z = 0; z < SIDE; z++; &cube[z][0][0])
      for (int i = 0; i < SIDE * SIDE; i++)
        cube[z][i / SIDE][i % SIDE] = z + step;
    upc_barrier;
    upc_forall (int z = 0; z < SIDE; z++; &made[z][0][0])
      for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
          made[z][y][x] = corners(z, y, x);
    upc_barrier;
    upc_forall (int z = 0; z < SIDE; z++; &made[z][0][0])
      for (int i = 0; i < SIDE * SIDE; i++)
        wrong += made[z][i / SIDE][i % SIDE] != 8 * step + 4 * z + 4 * ((z + 1) % SIDE);
  }
  return wrong;
}

static long row_starts[ROWS + 1];
static int columns[ROWS * IN_ROW];

/* A sparse product whose rows are bounded by numbers in memory. */
static long multiply(void) {
  long wrong = 0;
  for (int i = 0; i <= ROWS; i++)
    row_starts[i] = (long)i * IN_ROW;
  for (int k = 0; k < ROWS * IN_ROW; k++)
    columns[k] = k * 7 % ROWS;
  rows.start = row_starts;
  rows.column = columns;
  for (int step = 0; step < STEPS; step++) {
    upc_forall (int i = 0; i < ROWS; i++; &vector[i])
      vector[i] = i + step;
    upc_barrier;
    upc_forall (int i = 0; i < ROWS; i++; &product[i]) {
      double sum = 0;
      for (long k = rows.start[i]; k < rows.start[i + 1]; k++)
        sum += vector[rows.column[k]];
      product[i] = sum;
    }
    upc_forall (int i = 0; i < ROWS; i++; &product[i]) {
      double sum = 0;
      for (int k = 0; k < IN_ROW; k++)
        sum += columns[i * IN_ROW + k] + step;
      wrong += product[i] != sum;
    }
    upc_barrier;
  }
  return wrong;
}

static shared int first[ROWS + 1], column[ROWS * IN_ROW];
static shared double entry[ROWS * IN_ROW];

static int in_row(int i) { return IN_ROW / 2 + i % (IN_ROW / 2); }

static int next(int *seed) { return *seed = (*seed * 7 + 1) % ROWS; }

/* Thread 0 fills rows of different lengths, element by element. */
static long fill(void) {
  long wrong = 0;
  if (MYTHREAD == 0) {
    int at = 0, seed = 1;
    for (int i = 0; i < ROWS; i++) {
      first[i] = at;
      for (int k = 0; k < in_row(i); k++, at++) {
        column[at] = next(&seed);
        entry[at] = i + k;
      }
    }
    first[ROWS] = at;
  }
  upc_barrier;
  upc_forall (int i = 0; i < ROWS; i++; &first[i])
    wrong += first[i + 1] - first[i] != in_row(i);
  return wrong;
}

/* A sparse product with these rows: their bounds are shared too. */
static long multiply_shared(void) {
  long wrong = 0;
  upc_forall (int i = 0; i < ROWS; i++; &vector[i])
    vector[i] = i;
  upc_barrier;
  upc_forall (int i = 0; i < ROWS; i++; &product[i]) {
    double sum = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      sum += entry[k] * vector[column[k]];
    product[i] = sum;
  }
  upc_barrier;
  if (MYTHREAD == 0) {
    int seed = 1;
    for (int i = 0; i < ROWS; i++) {
      double sum = 0;
      for (int k = 0; k < in_row(i); k++)
        sum += (i + k) * (double)next(&seed);
      wrong += product[i] != sum;
    }
  }
  return wrong;
}

/* Element k of row i of a matrix: any column. */
static int any_column(int i, int k) { return (int)((i * 977u + k * 131u) * 2654435761u % LONG); }

/* A sparse product with a vector behind a pointer, of which each thread has 16 pages. */
static long multiply_behind(void) {
  shared double *x = upc_all_alloc(LONG, sizeof(double));
  double sums[ROWS];
  long wrong = 0;
  upc_forall (int i = 0; i < LONG; i++; &x[i])
    x[i] = i % 101;
  for (int i = 0; i <= ROWS; i++)
    row_starts[i] = (long)i * IN_ROW;
  for (int k = 0; k < ROWS * IN_ROW; k++)
    columns[k] = any_column(k / IN_ROW, k % IN_ROW);
  upc_barrier;
  for (int i = 0; i < ROWS; i++) {
    sums[i] = 0;
    for (long k = row_starts[i]; k < row_starts[i + 1]; k++)
      sums[i] += x[columns[k]];
  }
  for (int i = 0; i < ROWS; i++) {
    double sum = 0;
    for (int k = 0; k < IN_ROW; k++)
      sum += any_column(i, k) % 101;
    wrong += sums[i] != sum;
  }
  upc_all_free(x);
  return wrong;
}

/* Objects of any size that are allocated, read in any order and freed, by all threads or by one. */
static long read_objects(void) {
  enum { OBJECTS = 12, STEP = 700 };
  long wrong = 0;
  for (int k = 1; k <= OBJECTS; k++) {
    int n = STEP * k;
    shared long *p = upc_all_alloc(n, sizeof(long));
    upc_forall (int i = 0; i < n; i++; &p[i])
      p[i] = i + k;
    upc_barrier;
    for (int row = 0; row < ROWS; row++)
      for (int i = 0; i < IN_ROW; i++) {
        int at = any_column(row, i) % n;
        wrong += p[at] != at + k;
      }
    if (k % 3 == 0) {
      upc_all_free(p);
    } else {
      upc_barrier;
      if (MYTHREAD == THREADS - 1)
        upc_free(p);
    }
  }
  return wrong;
}

static shared int distance[ROWS], done[ROWS], from[ROWS];

/* Thread 0 looks for the least distance in each step, as in Dijkstra's algorithm. Two of the three
 * arrays at least lie in one page on each thread. */
static long look_for_least(void) {
  long wrong = 0;
  upc_forall (int i = 0; i < ROWS; i++; &distance[i])
    distance[i] = i * 77 % ROWS;
  for (int step = 0; step < STEPS; step++) {
    upc_barrier;
    if (MYTHREAD == 0) {
      int best = -1;
      for (int i = 0; i < ROWS; i++)
        if (!done[i] && from[i] == step && (best < 0 || distance[i] < distance[best]))
          best = i;
      wrong += distance[best] != step;
      done[best] = 1;
    }
    upc_barrier;
    upc_forall (int i = 0; i < ROWS; i++; &from[i])
      from[i]++;
  }
  return wrong;
}

static shared int parent[N];

static int root_of(int v) {
  while (parent[v] != v)
    v = parent[v];
  return v;
}

/* One's own elements lead to one root, which is another thread's: no loop waits for it. */
static long follow_to_root(void) {
  long wrong = 0;
  upc_forall (int i = 0; i < N; i++; &parent[i])
    parent[i] = THREADS - 1;
  upc_barrier;
  upc_forall (int i = 0; i < N; i++; &parent[i])
    wrong += root_of(i) != THREADS - 1;
  return wrong;
}

enum { TEXT = 16384 };
static shared [TEXT] char text[TEXT * THREADS];
static const char *word = "abacadab";

static char character(long i) { return (char)('a' + (i * i / 7 + i / 5) % 4); }

/* Thread 0 looks for a word at each place of a text. */
static long search_text(void) {
  long n = (long)TEXT * THREADS, m = 8, found = 0, wrong = 0;
  upc_forall (long i = 0; i < n; i++; &text[i])
    text[i] = character(i);
  upc_barrier;
  if (MYTHREAD == 0)
    for (long i = 0; i + m <= n; i++) {
      int k = 0;
      while (k < m && text[i + k] == word[k])
        k++;
      found += k;
    }
  for (long i = 0; MYTHREAD == 0 && i + m <= n; i++) {
    int k = 0;
    while (k < m && character(i + k) == word[k])
      k++;
    wrong += k;
  }
  return found - wrong;
}

enum { RECORDS = 2000 };
struct record { double x, v; int id; }; /* some lie in two pages */
static shared [RECORDS] struct record records[THREADS][RECORDS];

/* Records of another thread are stored and read as a whole, one behind the other. */
static long store_records(void) {
  long wrong = 0;
  int count[1] = {0};
  if (MYTHREAD == 0) {
    for (int i = 0; i < 2 * RECORDS; i++)
      if (i % 2 == 1)
        records[THREADS - 1][count[0]++] = (struct record){i, -i, i};
    for (int i = 0, at = 0; i < 2 * RECORDS; i++)
      if (i % 2 == 1) {
        struct record r = records[THREADS - 1][at++];
        wrong += r.x != i || r.v != -i || r.id != i;
      }
  }
  return wrong;
}

static shared [] long *shared chains[THREADS];

/* A chain with one element in each page. What is fetched in vain around them has a limit. */
static long follow(void) {
  enum { IN_PAGE = PAGE / sizeof(long) };
  shared [] long *own = upc_alloc(PAGES * PAGE);
  for (int k = 0; k < PAGES; k++)
    own[k * IN_PAGE] = (k + 147) % PAGES * IN_PAGE;
  chains[MYTHREAD] = own;
  upc_barrier;
  shared [] long *far = chains[(MYTHREAD + 1) % THREADS];
  unsigned long before = bytes();
  long at = 0;
  for (int k = 0; k < PAGES; k++)
    at = far[at];
  long wrong = at != 0 || bytes() - before > VAIN * PAGE + 2 * PAGES * sizeof(long);
  upc_barrier;
  upc_free(own);
  return wrong;
}

struct node {
  long key;
  shared [] struct node *low, *high;
};
enum { KEYS = 1000 };
static shared [] struct node *shared trees[THREADS];

static shared [] struct node *build(long low, long high) {
  shared [] struct node *n = low < high ? upc_alloc(sizeof *n) : 0;
  if (n) {
    n->key = low + (high - low) / 2;
    n->low = build(low, n->key);
    n->high = build(n->key + 1, high);
  }
  return n;
}

/* The number of keys from `from` on. */
static long count_from(shared [] struct node *n, long from) {
  if (!n)
    return 0;
  long low = n->key > from ? count_from(n->low, from) : 0;
  return low + (n->key >= from) + count_from(n->high, from);
}

/* A tree of another thread is searched by a function that calls itself. */
static long search_tree(void) {
  long wrong = 0;
  trees[MYTHREAD] = build(0, KEYS);
  upc_barrier;
  shared [] struct node *far = trees[(MYTHREAD + 1) % THREADS];
  for (long from = 0; from < KEYS; from++)
    wrong += count_from(far, from) != KEYS - from;
  return wrong;
}

static shared [] long *shared parts[THREADS];

/* An array of which each thread has a part behind a directory. */
static long read_parts(void) {
  long wrong = 0;
  parts[MYTHREAD] = upc_alloc(N * sizeof(long));
  for (int i = 0; i < N; i++)
    parts[MYTHREAD][i] = MYTHREAD * N + i;
  upc_barrier;
  for (int row = 0; row < ROWS; row++)
    for (int i = 0; i < IN_ROW; i++) {
      int at = any_column(row, i) % (N * THREADS);
      wrong += parts[at / N][at % N] != at;
    }
  return wrong;
}

static shared int order[LONG];

/* Thread 0 stores in any order, then reads in order. */
static long store_and_read(void) {
  long wrong = 0;
  if (MYTHREAD == 0) {
    for (int i = 0; i < LONG; i++)
      order[i * 77 % LONG] = i * 77 % LONG;
    for (int i = 1; i < LONG; i++)
      wrong += order[i] < order[i - 1];
  }
  return wrong;
}

enum { READINGS = 45000, WORDS_OF_ROW = 60 };

/* A short row over the end of a page, read very often. */
static long read_over_end_of_page(void) {
  static shared [] int *shared rows_over_ends[THREADS];
  long wrong = 0, sum = 0;
  shared [] char *own = upc_alloc(2 * PAGE);
  size_t half = WORDS_OF_ROW / 2 * sizeof(int), rest = PAGE - upc_addrfield(own) % PAGE;
  rows_over_ends[MYTHREAD] = (shared [] int *)(own + (rest < half ? rest + PAGE : rest) - half);
  for (int i = 0; i < WORDS_OF_ROW; i++)
    rows_over_ends[MYTHREAD][i] = i;
  upc_barrier;
  shared [] int *row = rows_over_ends[(MYTHREAD + 1) % THREADS];
  for (int k = 0; k < READINGS; k++)
    for (int i = 0; i < WORDS_OF_ROW; i++)
      sum += row[i];
  wrong += sum != (long)READINGS * (WORDS_OF_ROW * (WORDS_OF_ROW - 1) / 2);
  return wrong;
}

enum { STENCIL = PAGE / sizeof(double) };

/* The neighbours of the elements of a thread's second block. The left neighbour of the first one is
 * the last element of a page; behind it lies another block, which the thread does not read. */
static long sum_neighbours(void) {
  enum { FIRST = THREADS * STENCIL, END = FIRST + STENCIL - 1 };
  static shared [STENCIL] double terms[2 * THREADS * STENCIL] __attribute__((aligned(PAGE)));
  static shared [STENCIL] double sums[2 * THREADS * STENCIL];
  long wrong = 0;
  for (int round = 0; round < 10; round++) {
    upc_forall (int i = 0; i <= END; i++; &terms[i])
      terms[i] = i + round;
    upc_barrier;
    upc_forall (int i = FIRST; i < END; i++; &terms[i])
      sums[i] = terms[i - 1] + terms[i + 1];
    upc_barrier;
    upc_forall (int i = FIRST; i < END; i++; &terms[i])
      wrong += sums[i] != 2 * (i + round);
  }
  return wrong;
}

int main(void) {
  static const struct {
    const char *name;
    long (*run)(void);
  } kinds[] = {
      {"parts", read_parts},
      {"sums", prefix_sums},
      {"points", interpolate},
      {"lines", across_planes},
      {"rows", multiply},
      {"sweeps", sweep},
      {"fill", fill},
      {"shared", multiply_shared},
      {"behind", multiply_behind},
      {"objects", read_objects},
      {"least", look_for_least},
      {"root", follow_to_root},
      {"text", search_text},
      {"records", store_records},
      {"chain", follow},
      {"tree", search_tree},
      {"order", store_and_read},
      {"end", read_over_end_of_page},
      {"neighbours", sum_neighbours},
  };
  for (int i = 0; i < (int)(sizeof kinds / sizeof *kinds); i++) {
    upc_barrier;
    unsigned long start = sent();
    report(kinds[i].name, start, kinds[i].run());
  }
  return 0;
}
