// Elements of rows that are whole in a block, by counters of outer loops and of a upc_forall: a
// convolution and the update of a factorisation, with rows that are blocks and with several rows
// in a block.
#include <stdio.h>
#include <upc_relaxed.h>

#define COLUMNS 24
#define ROWS (4 * THREADS)
#define K 5

static shared [COLUMNS] unsigned dealt[4 * THREADS][COLUMNS], dealt_sum[4 * THREADS][COLUMNS];
static shared [4 * COLUMNS] unsigned blocks[4 * THREADS][COLUMNS], blocks_sum[4 * THREADS][COLUMNS];
static unsigned kernel[K][K];

static unsigned first(unsigned i, unsigned j) { return i * 31 + j * 17 % 23; }

// The sum around (i, j); rows wrap.
static unsigned expected(int i, int j) {
  unsigned sum = 0;
  for (int u = 0; u < K; u++)
    for (int v = 0; v < K; v++)
      sum += kernel[u][v] * first((i + u) % ROWS, j + v - K / 2);
  return sum;
}

#define CONVOLVE(from, to)                                                                         \
  upc_forall (int i = 0; i < ROWS; i++; &to[i][0])                                                 \
    for (int j = K / 2; j < COLUMNS - K / 2; j++) {                                                \
      unsigned sum = 0;                                                                            \
      for (int u = 0; u < K; u++)                                                                  \
        for (int v = 0; v < K; v++)                                                                \
          sum += kernel[u][v] * from[(i + u) % ROWS][j + v - K / 2];                               \
      to[i][j] = sum;                                                                              \
    }

// Subtracts products of column k from the columns after it, in rows that this thread owns.
#define UPDATE(a, k)                                                                               \
  upc_forall (int i = 0; i < ROWS; i++; &a[i][0])                                                  \
    for (int j = k + 1; j < COLUMNS && j < ROWS; j++)                                              \
      a[i][j] -= a[i][k] * a[j][k]

// The same for a private array.
static void update(unsigned a[ROWS][COLUMNS], int k) {
  for (int i = 0; i < ROWS; i++)
    for (int j = k + 1; j < COLUMNS && j < ROWS; j++)
      a[i][j] -= a[i][k] * a[j][k];
}

int main(void) {
  int wrong = 0;
  unsigned mine[ROWS][COLUMNS];
  for (int u = 0; u < K; u++)
    for (int v = 0; v < K; v++)
      kernel[u][v] = 1 + u * v;
  upc_forall (int i = 0; i < ROWS; i++; &dealt[i][0])
    for (int j = 0; j < COLUMNS; j++)
      dealt[i][j] = first(i, j);
  upc_forall (int i = 0; i < ROWS; i++; &blocks[i][0])
    for (int j = 0; j < COLUMNS; j++)
      blocks[i][j] = first(i, j);
  upc_barrier;
  CONVOLVE(dealt, dealt_sum)
  CONVOLVE(blocks, blocks_sum)
  upc_barrier;
  for (int i = 0; i < ROWS; i++)
    for (int j = K / 2; j < COLUMNS - K / 2; j++) {
      wrong += dealt_sum[i][j] != expected(i, j);
      wrong += blocks_sum[i][j] != expected(i, j);
    }
  upc_barrier;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      mine[i][j] = first(i, j);
  for (int k = 0; k < 3; k++) {
    UPDATE(dealt, k);
    UPDATE(blocks, k);
    update(mine, k);
    upc_barrier;
  }
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      wrong += (dealt[i][j] != mine[i][j]) + (blocks[i][j] != mine[i][j]);
  if (wrong)
    printf("%d wrong on thread %d\n", wrong, MYTHREAD);
  upc_barrier;
  if (MYTHREAD == 0)
    puts("ok");
  return wrong != 0;
}
