// life - Conway's game of life on a torus: copies that overlap with computation.
//
//   upcc -O2 -o life life.upc && upcrun -n 4 ./life 200
//
// Each thread has a strip of rows in shared memory. For a generation it needs the row above its
// strip and the row below it, which belong to two neighbours. upc_memget_nb starts to copy them,
// the thread computes the inner rows, and upc_sync waits for the copies. Then the thread computes
// the two rows at the edges.
//
// reference: ../reference/life.c

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_nb.h>
#include <upc_relaxed.h>

#define ROWS 48
#define COLUMNS 64

typedef unsigned char cell;
typedef shared [] cell *strip; // rows of COLUMNS cells, all on one thread

shared strip field[2][THREADS]; // this generation and the next
shared long alive[THREADS];

static int first_row(int thread) { return (int)((long)ROWS * thread / THREADS); }

// The thread that has a row. A thread may have no row.
static int owner_of(int row)
{
    int thread = (int)((long)row * THREADS / ROWS);
    while (first_row(thread + 1) <= row)
        thread++;
    return thread;
}

static shared [] cell *row_at(int generation, int row)
{
    row = (row + ROWS) % ROWS;
    int owner = owner_of(row);
    return field[generation][owner] + (row - first_row(owner)) * COLUMNS;
}

static void compute(cell *to, const cell *above, const cell *here, const cell *below)
{
    for (int c = 0; c < COLUMNS; c++) {
        int l = (c + COLUMNS - 1) % COLUMNS, r = (c + 1) % COLUMNS;
        int n = above[l] + above[c] + above[r] + here[l] + here[r] + below[l] + below[c] + below[r];
        to[c] = n == 3 || (n == 2 && here[c]);
    }
}

// Computes rows `first` to `end` of a strip in `next` from those in `now`; both begin with row
// `start`.
static void compute_rows(cell *next, const cell *now, int start, int first, int end)
{
    for (int row = first; row < end; row++) {
        const cell *here = now + (row - start) * COLUMNS;
        compute(next + (row - start) * COLUMNS, here - COLUMNS, here, here + COLUMNS);
    }
}

static void step(int generation, int first, int end)
{
    cell above[COLUMNS], below[COLUMNS];
    const cell *now = (const cell *)field[generation][MYTHREAD];
    cell *next = (cell *)field[1 - generation][MYTHREAD];
    upc_handle_t up = upc_memget_nb(above, row_at(generation, first - 1), COLUMNS);
    upc_handle_t down = upc_memget_nb(below, row_at(generation, end), COLUMNS);

    compute_rows(next, now, first, first + 1, end - 1);

    upc_sync(up);
    upc_sync(down);
    const cell *last = now + (end - 1 - first) * COLUMNS;
    compute(next, above, now, end - first > 1 ? now + COLUMNS : below);
    if (end - first > 1)
        compute(next + (end - 1 - first) * COLUMNS, last - COLUMNS, last, below);
}

int main(int argc, char **argv)
{
  const int generations = argc > 1 ? atoi(argv[1]) : 100, first = first_row(MYTHREAD),
            end = first_row(MYTHREAD + 1);
  for (int g = 0; g < 2; g++)
    field[g][MYTHREAD] = upc_alloc((size_t)(end - first + 1) * COLUMNS);
  cell *mine = (cell *)field[0][MYTHREAD];
  for (int i = first * COLUMNS; i < end * COLUMNS; i++)
    mine[i - first * COLUMNS] = (unsigned)i * 2654435761u >> 29 < 3;
  upc_barrier;

  for (int g = 0; g < generations; g++) {
    if (first < end)
      step(g % 2, first, end);
    upc_barrier; // all have read this generation, and written the next
    }

    mine = (cell *)field[generations % 2][MYTHREAD];
    for (int i = 0; i < (end - first) * COLUMNS; i++)
        alive[MYTHREAD] += mine[i];
    upc_barrier;
    if (MYTHREAD == 0) {
        long all = 0;
        for (int t = 0; t < THREADS; t++)
            all += alive[t];
        printf("%ld cells are alive after %d generations\n", all, generations);
    }
    upc_barrier;
    for (int g = 0; g < 2; g++)
        upc_free(field[g][MYTHREAD]);
    return 0;
}
