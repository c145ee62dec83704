// Subscripts that a loop's body first stores in variables: set by initialisers, assignments and
// functions, used behind changes of the variables that they were made of, in branches, and with
// names that mean something else there.
#include <stdio.h>
#include <upc_relaxed.h>

#define ROWS 6
#define COLUMNS (8 * THREADS)

static shared int cyclic[ROWS * 8 * THREADS];
static shared [8] int blocked[ROWS * 8 * THREADS];
static shared [] int single[ROWS * 8];
static int wrong;

static int place(int i, int j, int n) { return i * n + j; }

static void check(const char *what, int at, int value, int expected) {
  if (value != expected && !wrong++)
    printf("thread %d, %s, element %d: %d, not %d\n", MYTHREAD, what, at, value, expected);
}

static void check_all(const char *what, int factor, int more) {
  for (int k = 0; k < ROWS * COLUMNS; k++)
    check(what, k, cyclic[k] + blocked[k], factor * k + more);
}

static void fill(int n) {
  int i, j, k;
  for (i = 0; i < ROWS; i++)
    for (j = 0; j < n; j++) {
      k = i * n + j;
      cyclic[k] = k;
      blocked[k] = 2 * cyclic[k];
    }
  check_all("assigned", 3, 0);
  for (i = 0; i < ROWS; i++)
    for (j = n - 1; j >= 0; j--) {
      k = place(i, j, n);
      blocked[k] -= cyclic[k];
    }
  check_all("by a function", 2, 0);
  for (i = 0; i < ROWS; i++)
    for (j = 0; j < n; j++) {
      int at = i * n + j;
      if (at % 2)
        blocked[at] += 1;
      else
        cyclic[at] += 1;
    }
  check_all("in branches", 2, 1);
  for (i = 0; i < ROWS; i++)
    for (j = 0; j < n; j++) {
      k = i * n + j;
      {
        int i = 5, n = 0;
        blocked[k] += i + n;
      }
      cyclic[k] -= 5;
    }
  check_all("where names mean something else", 2, 1);
}

static void change(int n) {
  int i, j, k, sum = 0, m = 0;
  for (j = 0; j < 8; j++) {
    k = m + j;
    m = m ? 0 : 8;
    sum += single[k];
  }
  check("changed behind it", 0, sum, 0 + 9 + 2 + 11 + 4 + 13 + 6 + 15);
  sum = 0;
  for (j = 0; j < n; j++) {
    k = j;
    sum += single[k % 8];
    k = j + 1;
    sum -= single[k % 8];
  }
  check("set twice", 0, sum, 0);
  sum = k = 0;
  for (i = 0; i < 8; i++) {
    sum += single[k];
    k = i + 1;
  }
  check("read before", 0, sum, 28);
}

int main(void) {
  for (int i = MYTHREAD; i < ROWS * 8; i += THREADS)
    single[i] = i;
  upc_barrier;
  if (MYTHREAD == THREADS - 1)
    fill(COLUMNS);
  change(COLUMNS);
  upc_barrier;
  if (MYTHREAD == 0 && !wrong)
    puts("ok");
  return wrong != 0;
}
