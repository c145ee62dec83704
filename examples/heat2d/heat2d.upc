// heat2d - heat spreads over a square plate (Jacobi iteration), rows divided among the threads.
//
//   upcc -O2 -o heat2d heat2d.upc && upcrun -n 4 ./heat2d [steps]
//
// Each thread keeps a slab of rows in its own part of the shared memory and computes on it through
// ordinary C pointers. Before each step it fetches its neighbours' nearest rows: the halo.
//
// reference: ../reference/heat2d.c

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_relaxed.h>

#define N 96 // the plate is N by N, and its edge keeps its temperature

// A slab is a row of halo, the thread's own rows, and another row of halo. `shared [] double *`
// points to memory of one thread; the pointers themselves are shared, so that each thread finds all
// slabs.
typedef shared [] double *slab_t;
shared slab_t slab[2][THREADS];

static int first_row(int thread) { return (long)N * thread / THREADS; }
static int rows_of(int thread) { return first_row(thread + 1) - first_row(thread); }

// The thread that has `row`. Threads may have no row at all when there are many.
static int owner_of(int row)
{
    int thread = (long)row * THREADS / N;
    while (first_row(thread + 1) <= row)
        thread++;
    return thread;
}

// Copies `row` of slab set `which` from its owner.
static void fetch(double *to, int which, int row)
{
    int thread = owner_of(row);
    upc_memget(to, slab[which][thread] + (row - first_row(thread) + 1) * N, N * sizeof(double));
}

static void step(const double *from, double *to, int rows)
{
    for (int r = 1; r <= rows; r++) {
        int row = first_row(MYTHREAD) + r - 1;
        for (int c = 0; c < N; c++) {
            int edge = row == 0 || row == N - 1 || c == 0 || c == N - 1;
            const double *p = from + r * N + c;
            to[r * N + c] = edge ? *p : 0.25 * (p[-N] + p[N] + p[-1] + p[1]);
        }
    }
}

static void print_result(int which)
{
    double row[N], sum = 0;
    for (int r = 0; r < N; r++) {
        fetch(row, which, r);
        for (int c = 0; c < N; c++)
            sum += row[c];
        if (r == N / 8)
            printf("temperature near the hot edge %.12f\n", row[N / 2]);
    }
    printf("mean temperature %.12f\n", sum / (N * N));
}

int main(int argc, char **argv)
{
    const int steps = argc > 1 ? atoi(argv[1]) : 100;
    const int rows = rows_of(MYTHREAD), begin = first_row(MYTHREAD);
    double *local[2];

    for (int which = 0; which < 2; which++) {
        size_t bytes = (rows + 2) * N * sizeof(double);
        slab_t mine = upc_alloc(bytes);
        if (mine == NULL) {
            fprintf(stderr, "heat2d: no room for %zu bytes of shared memory\n", bytes);
            upc_global_exit(1);
        }
        slab[which][MYTHREAD] = mine;
        local[which] = (double *)mine; // allowed: it is this thread's own memory
        memset(local[which], 0, bytes);
        if (begin == 0 && rows > 0)
            for (int c = 0; c < N; c++)
                local[which][N + c] = 100; // the top edge is hot
    }
    upc_barrier;

    int now = 0;
    for (int s = 0; s < steps; s++, now = !now) {
        if (rows > 0 && begin > 0)
            fetch(local[now], now, begin - 1);
        if (rows > 0 && begin + rows < N)
            fetch(local[now] + (rows + 1) * N, now, begin + rows);
        step(local[now], local[!now], rows);
        upc_barrier; // all rows of this step are written before any is read
    }

    if (MYTHREAD == 0)
        print_result(now);
    upc_barrier;
    upc_free(slab[0][MYTHREAD]);
    upc_free(slab[1][MYTHREAD]);
    return 0;
}
