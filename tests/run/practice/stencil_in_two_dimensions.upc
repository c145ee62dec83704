// libs: -lm
// A stencil on a grid of threads: directories of tiles, halos by upc_memget of row pieces, weights
// behind a macro.
#include <upc.h>
#include <upc_collective.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <sys/time.h>
#ifndef RADIUS
#define RADIUS 2
#endif
#define EPSILON 1.e-8
#define COEFX 1.0
#define COEFY 1.0
#define DTYPE double
#define ABS(x) ((x) > 0 ? (x) : (-(x)))
#define WEIGHT(ii,jj) weight[ii+RADIUS][jj+RADIUS]
#define n 24
shared [1] DTYPE times[THREADS];
shared [1] DTYPE *norms;
typedef shared [] DTYPE *RDTYPE;
shared [1] RDTYPE in_arrays[THREADS], out_arrays[THREADS];
typedef struct { int i0, i1, j0, j1; } box_t;
shared [1] box_t boxes[THREADS];
static DTYPE weight[2 * RADIUS + 1][2 * RADIUS + 1];
double wtime(void)
{
    struct timeval tv;
    gettimeofday(&tv, NULL);
    return tv.tv_sec + 1e-6 * tv.tv_usec;
}
void bail_out(char *why)
{
    printf("Thread %d: %s\n", MYTHREAD, why);
    upc_global_exit(EXIT_FAILURE);
}
static int owner(int i, int j)
{
    int t;
    for (t = 0; t < THREADS; t++)
        if (i >= boxes[t].i0 && i < boxes[t].i1 && j >= boxes[t].j0 && j < boxes[t].j1) return t;
    bail_out("nobody owns it"); return -1;
}
int main(int argc, char *argv[])
{
    int Px, Py, px, py, i, j, ii, jj, it, w, h; double t, norm = 0, reference; box_t b;
    DTYPE (*loc)[n + 2 * RADIUS];
    for (Px = (int)sqrt((double)THREADS); Px > 1; Px--) if (THREADS % Px == 0) break;
    if (Px < 1) Px = 1;
    Py = THREADS / Px; px = MYTHREAD % Px; py = MYTHREAD / Px;
    for (ii = -RADIUS; ii <= RADIUS; ii++)
        for (jj = -RADIUS; jj <= RADIUS; jj++) WEIGHT(ii, jj) = 0;
    for (ii = 1; ii <= RADIUS; ii++) {
        WEIGHT(0, ii) = WEIGHT(ii, 0) = 1.0 / (2.0 * ii * RADIUS);
        WEIGHT(0, -ii) = WEIGHT(-ii, 0) = -1.0 / (2.0 * ii * RADIUS);
    }
    b.i0 = px * n / Px; b.i1 = (px + 1) * n / Px; b.j0 = py * n / Py; b.j1 = (py + 1) * n / Py;
    boxes[MYTHREAD] = b; w = b.i1 - b.i0; h = b.j1 - b.j0;
    in_arrays[MYTHREAD] = upc_alloc(sizeof(DTYPE) * w * h);
    out_arrays[MYTHREAD] = upc_alloc(sizeof(DTYPE) * w * h);
    norms = upc_all_alloc(THREADS, sizeof *norms);
    if (!in_arrays[MYTHREAD] || !out_arrays[MYTHREAD] || norms == NULL) bail_out("no memory");
    for (j = 0; j < h; j++)
        for (i = 0; i < w; i++) {
            in_arrays[MYTHREAD][j * w + i] = COEFX * (b.i0 + i) + COEFY * (b.j0 + j);
            out_arrays[MYTHREAD][j * w + i] = 0;
        }
    loc = calloc(n + 2 * RADIUS, sizeof *loc);
    t = wtime();
    for (it = 0; it <= 3; it++) {
        upc_barrier;
        for (j = b.j0 - RADIUS; j < b.j1 + RADIUS; j++) if (j >= 0 && j < n)
            for (i = b.i0 - RADIUS; i < b.i1 + RADIUS; i++) if (i >= 0 && i < n) {
                int o = owner(i, j), ow = boxes[o].i1 - boxes[o].i0, len = boxes[o].i1 - i;
                if (len > b.i1 + RADIUS - i) len = b.i1 + RADIUS - i;
                upc_memget(&loc[j + RADIUS][i + RADIUS],
                           &in_arrays[o][(j - boxes[o].j0) * ow + i - boxes[o].i0],
                           len * sizeof(DTYPE));
                i += len - 1;
            }
        upc_barrier;
        for (j = b.j0; j < b.j1; j++) for (i = b.i0; i < b.i1; i++) {
            if (i < RADIUS || j < RADIUS || i >= n - RADIUS || j >= n - RADIUS) continue;
            for (jj = -RADIUS; jj <= RADIUS; jj++)
                out_arrays[MYTHREAD][(j - b.j0) * w + i - b.i0] +=
                    WEIGHT(0, jj) * loc[j + jj + RADIUS][i + RADIUS];
            for (ii = -RADIUS; ii < 0; ii++)
                out_arrays[MYTHREAD][(j - b.j0) * w + i - b.i0] +=
                    WEIGHT(ii, 0) * loc[j + RADIUS][i + ii + RADIUS];
            for (ii = 1; ii <= RADIUS; ii++)
                out_arrays[MYTHREAD][(j - b.j0) * w + i - b.i0] +=
                    WEIGHT(ii, 0) * loc[j + RADIUS][i + ii + RADIUS];
        }
        for (j = 0; j < w * h; j++) in_arrays[MYTHREAD][j] += 1.0;
    }
    times[MYTHREAD] = wtime() - t;
    for (j = b.j0; j < b.j1; j++)
        for (i = b.i0; i < b.i1; i++)
            if (!(i < RADIUS || j < RADIUS || i >= n - RADIUS || j >= n - RADIUS))
                norm += (DTYPE)ABS(out_arrays[MYTHREAD][(j - b.j0) * w + i - b.i0]);
    norms[MYTHREAD] = norm;
    {
        static shared double total;
        upc_all_reduceD(&total, norms, UPC_ADD, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
        norm = total / (double)((n - 2 * RADIUS) * (n - 2 * RADIUS));
    }
    reference = 4 * (COEFX + COEFY);
    if (ABS(norm - reference) > EPSILON) {
        if (!MYTHREAD) printf("failed %g %g\n", norm, reference);
        return 1;
    }
    if (MYTHREAD == 0) printf("ok\n");
    return 0;
}
