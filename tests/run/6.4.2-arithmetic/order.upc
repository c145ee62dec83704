// conformance: LANG-6.4.2-S17
// The order of pointers into one array of each layout, also of pointers to its end and before its
// start, to rows and to structures.
#include <stdio.h>
#include <upc_relaxed.h>

static shared int cyclic[8 * THREADS];
static shared [3] int blocked[9 * THREADS];
static shared [] int single[9];
static shared [4] struct {
  int x[3];
} records[8 * THREADS];
static shared [5] double whole[5 * THREADS];
static shared [8] int rows[4 * THREADS][4];
static int wrong;

#define COMPARE(ARRAY, LENGTH)                                                                     \
  do {                                                                                             \
    for (long i = 0; i <= LENGTH; i++)                                                             \
      for (long j = 0; j <= LENGTH; j++) {                                                         \
        __typeof__(&(ARRAY)[0]) p = &(ARRAY)[0] + i, q = &(ARRAY)[0] + j;                          \
        int right = (p < q) == (i < j) && (p > q) == (i > j) && (p <= q) == (i <= j) &&            \
                    (p >= q) == (i >= j) && (p == q) == (i == j);                                  \
        if (!right && !wrong++)                                                                    \
          printf("%s: elements %ld and %ld of thread %d\n", #ARRAY, i, j, MYTHREAD);               \
      }                                                                                            \
  } while (0)

int main(void) {
  COMPARE(cyclic, 8 * THREADS);
  COMPARE(blocked, 9 * THREADS);
  COMPARE(single, 9);
  COMPARE(records, 8 * THREADS);
  COMPARE(whole, 5 * THREADS);
  COMPARE(rows, 4 * THREADS);
  shared int *before = cyclic - 1;
  shared [3] int *before_block = blocked - 1;
  if (!(before < cyclic) || before >= cyclic + 1 || !(before_block < blocked) ||
      before_block >= blocked + 1)
    wrong++, puts("before the start");
  upc_barrier;
  if (MYTHREAD == 0 && !wrong)
    puts("ok");
  return wrong != 0;
}
