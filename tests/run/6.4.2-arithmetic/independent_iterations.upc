// threads: 1 2 3 4
// conformance: LANG-6.4.2-S3
/* Loops of which the C compiler is told that no iteration needs what another one stores, beside
 * loops that look like them and need it: elements before and behind, aliases, private data, what
 * synchronises, all ways to leave a loop. They compute the same as a loop with a volatile counter,
 * which no pass optimises. */
#include <math.h>
#include <string.h>

#include "check.h"

enum { N = 32, COLUMNS = 8, LENGTH = N * COLUMNS };

static shared [N] double a[N * THREADS], b[N * THREADS];
static shared double cyclic[N * THREADS];
static shared [COLUMNS] double g[N][COLUMNS * THREADS], h[N][COLUMNS * THREADS];
static shared [] double one[N][COLUMNS];
static strict shared double ordered[N * THREADS];
static shared double own[THREADS];
static double p[N + 2], q[N + 2];
static double at_file_scope;

/* The elements of each thread in copies: one by one they take most of the test where they are
 * far. */
static void fill(void)
{
    double blocks[3][N], rows[2][LENGTH];
    for (int t = 0; t < THREADS; t++) {
        for (int k = 0; k < N; k++) {
            int at = t * N + k;
            blocks[0][k] = at % 17, blocks[1][k] = at * 3 % 23;
            blocks[2][k] = (k * THREADS + t) % 5;
        }
        for (int k = 0; k < LENGTH; k++) {
            int i = k / COLUMNS, column = t * COLUMNS + k % COLUMNS;
            rows[0][k] = (i * 7 + column) % 29, rows[1][k] = (i + column * 5) % 31;
        }
        upc_memput(&a[t * N], blocks[0], sizeof blocks[0]);
        upc_memput(&b[t * N], blocks[1], sizeof blocks[1]);
        upc_memput(&cyclic[t], blocks[2], sizeof blocks[2]);
        upc_memput(&g[0][t * COLUMNS], rows[0], sizeof rows[0]);
        upc_memput(&h[0][t * COLUMNS], rows[1], sizeof rows[1]);
    }
    for (int k = 0; k < LENGTH; k++)
        rows[0][k] = k / COLUMNS * (k % COLUMNS) % 37;
    upc_memput(&one[0][0], rows[0], sizeof rows[0]);
    for (volatile int i = 0; i < N; i++)
        ordered[i] = i % 7;
    for (int k = 0; k < N + 2; k++)
        p[k] = k % 11, q[k] = k % 13;
    at_file_scope = own[0] = 0;
}

static double mixed(double sum, double x) { return fmod(sum * 31 + x, 1048573.0); }

/* With n elements of one thread. */
static double with_part(double sum, shared const void *from, int n)
{
    double part[LENGTH];
    upc_memget(part, from, n * sizeof *part);
    for (int k = 0; k < n; k++)
        sum = mixed(sum, part[k]);
    return sum;
}

/* A digest of all data, from copies: element by element takes minutes if they are far. */
static double digest(void)
{
    double sum = at_file_scope + own[0];
    for (int t = 0; t < THREADS; t++) {
        sum = with_part(sum, &a[t * N], N);
        sum = with_part(sum, &b[t * N], N);
        sum = with_part(sum, &cyclic[t], N);
        sum = with_part(sum, &g[0][t * COLUMNS], LENGTH);
        sum = with_part(sum, &h[0][t * COLUMNS], LENGTH);
    }
    sum = with_part(sum, &one[0][0], LENGTH);
    for (volatile int i = 0; i < N; i++)
        sum = mixed(sum, ordered[i]);
    for (int k = 0; k < N + 2; k++)
        sum = mixed(mixed(sum, p[k]), q[k]);
    return sum;
}

static double twice(double x) { return x * 2; }

/* The loop with a counter of its own, and with a volatile one. */
#define SAME(start, test, step, ...)                                 \
    do {                                                             \
        double digests[2], results[2] = {0, 0};                      \
        {                                                            \
            double sum = 0;                                          \
            fill();                                                  \
            for (int k = start; test; step) { __VA_ARGS__ }          \
            digests[0] = digest(), results[0] = sum;                 \
        }                                                            \
        {                                                            \
            double sum = 0;                                          \
            fill();                                                  \
            for (volatile int k = start; test; step) { __VA_ARGS__ } \
            digests[1] = digest(), results[1] = sum;                 \
        }                                                            \
        CHECK(digests[0] == digests[1]);                             \
        CHECK(results[0] == results[1]);                             \
    } while (0)
#define UP(...) SAME(0, k < n, k++, __VA_ARGS__)

/* No iteration needs what another one stores. */
static void apart(int n, int i)
{
    UP(a[k] = b[k] * 2;);
    UP(a[k] += b[k];);
    UP(a[k] = b[k + 1] + b[n - k];);
    UP(a[k + 1] = a[k + 1] * 3 + 1; b[k] = a[k + 1];);
    SAME(n - 1, k >= 0, k--, a[k] = b[k] + cyclic[k];);
    SAME(1, k < n, k += 3, cyclic[2 * k % N] = b[k]; a[2 * k % N] = 1;);
    SAME(0, k < n / 2, k++, cyclic[2 * k] = b[k];);
    SAME(0, k < COLUMNS, k++, one[k][i] = h[i][k] + one[k][i];);
    UP(g[k][3] = h[k][3] * b[k];);
    SAME(0, k < COLUMNS, k++, double s = 0; for (int l = 0; l < N; l++) s += one[l][k] * b[l];
         g[i][k] = s;);
    SAME(0, k < COLUMNS, k++, g[i][k] = 0; for (int l = 0; l < N; l++) g[i][k] += one[l][k];);
    SAME(0, k < COLUMNS, k++, g[k][COLUMNS - 1 - k] = 1; h[k][k] += g[k][COLUMNS - 1 - k];);
    UP(sum += b[k]; a[k] = sum;);
    UP(a[k] = sqrt(b[k]) + twice(b[k]););
    UP(if (b[k] > 20) break; a[k] = b[k];);
    UP(if (b[k] > 20) continue; a[k] = b[k];);
    UP(if (b[k] > 20) { sum = k; goto out; } a[k] = b[k];); out:;
}

/* They do. */
static void chained(int n, int i)
{
    UP(a[k + 1] = a[k] + 1;);
    SAME(n - 1, k > 0, k--, a[k - 1] = a[k] + 1;);
    UP(a[k] = b[k]; a[k + 1] = b[k + 1] + a[k];);
    UP(a[i] = a[i] * 0.5 + b[k];);
    UP(own[0] = own[0] > b[k] ? own[0] : b[k]; a[k] = own[0];);
    UP(a[(int)cyclic[k]] += b[k];);
    SAME(0, k < N - 8, k++, double *v = MYTHREAD == 0 ? (double *)&one[0][0] : q;
         one[0][k % COLUMNS] = v[(k + 1) % COLUMNS] + 1;);
    SAME(0, k < COLUMNS - 1, k++, shared[] double *v = &one[i][1]; one[i][k] = v[k] + 1;
         v[k] += 2;);
    SAME(0, k < COLUMNS - 1, k++, one[i][k + 1] = one[i][k] * 0.5 + 1;);
    SAME(0, k < COLUMNS - 1, k++, one[i][k] = 1;
         for (int l = 0; l < COLUMNS; l++) sum += one[i][l];);
    UP(p[k + 1] = p[k] + 1; a[k] = p[k];);
    UP(at_file_scope += b[k]; a[k] = at_file_scope;);
    UP(static double kept; kept = k ? kept + b[k] : 0; a[k] = kept;);
    UP(double t = b[k], *r = &t; *r += 1; a[k] = t + *r;);
    UP(double t[2] = {b[k], 1}; t[k & 1] += 2; a[k] = t[0] * t[1];);
    UP(a[k] = ((double[]){b[k], k, 1})[k % 3];);
    UP(struct { double x, y; } t = {b[k], k}; t.x += t.y; a[k] = t.x;);
    UP(ordered[k] = b[k]; a[k] = ordered[k];);
    UP(a[k] = b[k]; upc_fence; b[k] = a[k] + 1;);
    UP(memmove(&q[1], &q[0], k * sizeof *q); a[k] = q[k];);
    UP(int t = k / 2; a[t] += b[k];);
    UP(int t = 0; while (t < k) t += 3; a[t] = a[k] + 1;);
}

int main(void)
{
    upc_barrier;
    for (int turn = 0; turn < THREADS; turn++) {
        if (MYTHREAD == turn)
            for (int n = 3; n < N; n += 13)
                apart(n, n % COLUMNS), chained(n, n % COLUMNS);
        upc_barrier;
    }
    check_done();
    return 0;
}
