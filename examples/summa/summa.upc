// summa - c = a b on a grid of threads, with collectives of its rows and columns that overlap with
// the computation.
//
//   upcc -O2 -o summa summa.upc && upcrun -n 4 ./summa
//
// The threads form a grid. The matrices are cut into tiles, and tile (i, j) is on the thread in row
// i % rows and column j % columns of the grid. c = a b is the sum over k of column k of a's tiles
// times row k of b's. In step k their owners broadcast them, a's along the rows of the grid and b's
// along its columns; then each thread adds its tiles of the product. Meanwhile the broadcasts of
// step k + 1 are under way: upcx_team_broadcast_nb starts one, upc_sync completes it.
//
// reference: ../reference/summa.c

#include <stdio.h>
#include <upc_relaxed.h>
#include <upcx_collective.h>

#define TILE 8               // a tile has TILE x TILE elements
#define TILES 12             // a matrix has TILES x TILES tiles
#define AREA (TILE * TILE)   // elements of a tile
#define MOST (TILES * TILES) // tiles of one matrix that a thread has at most: all, if it is alone

// Each thread's tiles: those of a by columns, those of b and c by rows, so that the tiles of a
// broadcast are contiguous.
static shared [MOST * AREA] double a[THREADS][MOST * AREA], b[THREADS][MOST * AREA];
static double c[MOST * AREA];

// The tiles of steps k and k + 1: those of one are used while those of the other arrive.
static shared[2 * TILES * AREA] double a_column[THREADS][2][TILES * AREA],
    b_row[THREADS][2][TILES * AREA];

static int rows, columns;         // of the grid
static int row, column;           // of this thread
static int own_rows, own_columns; // of tiles, on this thread
static upcx_team_t along_row, along_column;

// How many of the tiles 0, 1, ... belong to `part` of `parts`.
static int share_of(int part, int parts) { return (TILES - part + parts - 1) / parts; }

// Makes the grid as square as the number of threads permits.
static void make_grid(void)
{
    for (int r = 1; r * r <= THREADS; r++)
        if (THREADS % r == 0)
            rows = r;
    columns = THREADS / rows;
    row = MYTHREAD / columns;
    column = MYTHREAD % columns;
    own_rows = share_of(row, rows);
    own_columns = share_of(column, columns);
    along_row = upcx_team_split(UPCX_TEAM_ALL, row, column);
    along_column = upcx_team_split(UPCX_TEAM_ALL, column, row);
}

// Index in the whole matrix of row or column x of a thread's tile number `tile`.
static int in_matrix(int tile, int parts, int part, int x) {
  return (tile * parts + part) * TILE + x;
}

static void fill(void)
{
    double *own_a = (double *)a[MYTHREAD], *own_b = (double *)b[MYTHREAD];
    for (int i = 0; i < own_rows; i++)
        for (int j = 0; j < own_columns; j++)
            for (int e = 0; e < AREA; e++) {
              int y = in_matrix(i, rows, row, e / TILE),
                  x = in_matrix(j, columns, column, e % TILE);
              own_a[(j * own_rows + i) * AREA + e] = (y + 2 * x) % 7;
              own_b[(i * own_columns + j) * AREA + e] = (3 * y + x) % 5;
            }
}

struct step {
    upc_handle_t a, b;
};

// dst points to thread 0's part, as for all collectives; the members' parts are written.
static struct step start(int k)
{
    const upc_flag_t flags = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
    int from_column = upcx_team_thread(along_row, k % columns),
        from_row = upcx_team_thread(along_column, k % rows);
    size_t tile = AREA * sizeof(double);
    return (struct step){
        upcx_team_broadcast_nb(a_column[0][k % 2], &a[from_column][k / columns * own_rows * AREA],
                               own_rows * tile, flags, along_row),
        upcx_team_broadcast_nb(b_row[0][k % 2], &b[from_row][k / rows * own_columns * AREA],
                               own_columns * tile, flags, along_column),
    };
}

static void add_product(double *restrict to, const double *restrict left,
                        const double *restrict right) {
  for (int i = 0; i < TILE; i++)
    for (int k = 0; k < TILE; k++)
      for (int j = 0; j < TILE; j++)
        to[i * TILE + j] += left[i * TILE + k] * right[k * TILE + j];
}

static void compute(int k)
{
  const double *left = (double *)a_column[MYTHREAD][k % 2],
               *right = (double *)b_row[MYTHREAD][k % 2];
  for (int i = 0; i < own_rows; i++)
    for (int j = 0; j < own_columns; j++)
      add_product(&c[(i * own_columns + j) * AREA], &left[i * AREA], &right[j * AREA]);
}

static void multiply(void)
{
    struct step next = start(0);
    for (int k = 0; k < TILES; k++) {
        upc_sync(next.a);
        upc_sync(next.b);
        if (k + 1 < TILES)
            next = start(k + 1);
        compute(k);
    }
}

// Over private data of all threads: the sum, and the greatest element with its place.
static void report(void)
{
    double sums[2] = {0, 0};
    upcx_double_at_t greatest = {-1, 0};
    for (int i = 0; i < own_rows; i++)
        for (int j = 0; j < own_columns; j++)
            for (int e = 0; e < AREA; e++) {
              int y = in_matrix(i, rows, row, e / TILE),
                  x = in_matrix(j, columns, column, e % TILE);
              double element = c[(i * own_columns + j) * AREA + e];
              long place = y * TILES * TILE + x;
              sums[0] += x == y ? element : 0;
              sums[1] += element * ((y + x) % 3);
              if (element > greatest.value || (element == greatest.value && place < greatest.index))
                greatest = (upcx_double_at_t){element, place};
            }
    upcx_team_reduce_all_private(sums, sums, UPC_DOUBLE, UPC_ADD, 2, UPCX_TEAM_ALL);
    upcx_team_reduce_all_private(&greatest, &greatest, UPCX_DOUBLE_AT, UPC_MAX, 1, UPCX_TEAM_ALL);
    if (MYTHREAD == 0) {
        printf("trace %.0f, weighted sum %.0f\n", sums[0], sums[1]);
        printf("greatest element %.0f, first in row %ld, column %ld\n", greatest.value,
               greatest.index / (TILES * TILE), greatest.index % (TILES * TILE));
    }
}

int main(void)
{
    make_grid();
    fill();
    multiply();
    report();
    upcx_team_free(along_row);
    upcx_team_free(along_column);
    return 0;
}
