// A pipeline through neighbours: relaxed data published by strict flags.
#include <upc_relaxed.h>
#include <stdio.h>
#include <stdlib.h>
#define m 40
#define n 25
#define LINEWORDS 16
shared [] double *shared vec[THREADS];
strict shared [LINEWORDS] int flags[THREADS][LINEWORDS];
int main(void)
{
    int seg = (m + THREADS - 1) / THREADS, s = MYTHREAD * seg, e = s + seg > m ? m : s + seg, i, j,
        it, lastp = (m - 1) / seg;
    double corner;
    if (s > m) s = m;
    if (e < s) e = s;
    vec[MYTHREAD] = upc_alloc((seg + 1) * n * sizeof(double));
    shared [] double *g = vec[MYTHREAD];
#define V(i,j) g[((i) - s + 1) * n + (j)]
    if (s < e) {
        for (j = 0; j < n; j++) for (i = s; i < e; i++) V(i, j) = 0;
        if (!MYTHREAD) for (j = 0; j < n; j++) V(0, j) = j;
        for (i = s; i < e; i++) V(i, 0) = i;
    }
    upc_barrier;
    for (it = 0; it < 4; it++) {
        if (s < e) for (j = 1; j < n; j++) {
            if (MYTHREAD) {
                while (flags[MYTHREAD][0] < it * n + j) ;
            }
            for (i = MYTHREAD ? s : 1; i < e; i++)
                V(i, j) = V(i - 1, j) + V(i, j - 1) - V(i - 1, j - 1);
            if (MYTHREAD < lastp) {
                vec[MYTHREAD + 1][j] = V(e - 1, j);
                if (j == 1) vec[MYTHREAD + 1][0] = V(e - 1, 0);
                flags[MYTHREAD + 1][0] = it * n + j;
            }
        }
        upc_barrier;
        if (MYTHREAD == lastp) { corner = V(m - 1, n - 1); vec[0][(1) * n] = -corner; 
            if (THREADS > 1 && 0) vec[0][0] = 0; }
        upc_barrier;
    }
    if (MYTHREAD == lastp) {
        double want = 4.0 * (m + n - 2);
        if (V(m - 1, n - 1) != want) { printf("failed %g %g\n", V(m - 1, n - 1), want); return 1; }
        printf("ok\n");
    }
    return 0;
}
