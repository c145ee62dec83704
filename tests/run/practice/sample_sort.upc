// Sample sort: blocks moved by upc_memput into buffers found through a directory.
#include <upc.h>
#include <upc_collective.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 256
typedef unsigned elem_t;
shared [N] elem_t data[N * THREADS];
shared [] elem_t *shared recv[THREADS];
shared int recvn[THREADS];
shared elem_t *samples; shared [] elem_t *split; shared int *counts, *offs;
static int cmp(const void *a, const void *b)
{
    elem_t x = *(const elem_t *)a, y = *(const elem_t *)b;
    return (x > y) - (x < y);
}
static shared[] elem_t *root_alloc(size_t n)
{
    static shared[] elem_t *shared p;
    if (MYTHREAD == 0) p = upc_alloc(n * sizeof(elem_t));
    upc_barrier;
    shared[] elem_t *r = p;
    upc_barrier;
    return r;
}
int main(void)
{
    int i, j, k;
    elem_t *mine = (elem_t *)&data[MYTHREAD * N], xs = 0, sp[THREADS + 1];
    int start[THREADS + 1];
    srand(MYTHREAD + 5);
    for (i = 0; i < N; i++) { mine[i] = rand() % 100000; xs += mine[i] * 17 ^ mine[i]; }
    qsort(mine, N, sizeof *mine, cmp);
    samples = upc_all_alloc(THREADS, THREADS * sizeof(elem_t));
    split = root_alloc(THREADS);
    counts = upc_all_alloc(THREADS * THREADS, sizeof(int));
    for (i = 0; i < THREADS; i++) samples[MYTHREAD + i * THREADS] = mine[i * (N / THREADS)];
    upc_barrier;
    if (!MYTHREAD) {
        elem_t *s = malloc(THREADS * THREADS * sizeof *s);
        for (i = 0; i < THREADS * THREADS; i++) s[i] = samples[i];
        qsort(s, THREADS * THREADS, sizeof *s, cmp);
        for (i = 1; i < THREADS; i++) split[i] = s[i * THREADS];
        split[0] = 0;
        free(s);
    }
    upc_barrier;
    upc_memget(sp, split, THREADS * sizeof *sp);
    for (i = 0, k = 0; i < N; i++)
        while (k < THREADS && (k == 0 || mine[i] >= sp[k])) start[k++] = i;
    while (k <= THREADS) start[k++] = N;
    start[THREADS] = N;
    for (k = 0; k < THREADS; k++) counts[k * THREADS + MYTHREAD] = start[k + 1] - start[k];
    upc_barrier;
    { int tot = 0, at[THREADS];
      for (j = 0; j < THREADS; j++) tot += counts[MYTHREAD * THREADS + j];
      recv[MYTHREAD] = upc_alloc((tot + 1) * sizeof(elem_t)); recvn[MYTHREAD] = tot;
      upc_barrier;
      for (k = 0; k < THREADS; k++) {
          int o = 0;
          for (j = 0; j < MYTHREAD; j++) o += counts[k * THREADS + j];
          at[k] = o;
      }
      for (k = 0; k < THREADS; k++) {
          int d = (MYTHREAD + k) % THREADS;
          upc_memput(recv[d] + at[d], mine + start[d], (start[d + 1] - start[d]) * sizeof(elem_t));
      }
      upc_barrier;
      qsort((void *)recv[MYTHREAD], tot, sizeof(elem_t), cmp); }
    static shared elem_t sums[THREADS], rsum[THREADS], t1, t2;
    sums[MYTHREAD] = xs; xs = 0;
    for (i = 0; i < recvn[MYTHREAD]; i++) { elem_t e = recv[MYTHREAD][i]; xs += e * 17 ^ e; }
    rsum[MYTHREAD] = xs;
    upc_all_reduceUI(&t1, sums, UPC_ADD, THREADS, 1, NULL, 0);
    upc_all_reduceUI(&t2, rsum, UPC_ADD, THREADS, 1, NULL, 0);
    upc_barrier;
    if (!MYTHREAD) {
        elem_t last = 0; int tot = 0;
        for (k = 0; k < THREADS; k++)
            for (i = 0; i < recvn[k]; i++, tot++) {
                elem_t e = *(recv[k] + i);
                if (e < last) {
                    printf("failed order\n");
                    upc_global_exit(1);
                }
                last = e;
            }
        if (t1 != t2 || tot != N * THREADS) { printf("failed sum\n"); upc_global_exit(1); }
        printf("ok\n");
    }
    upc_barrier;
    upc_free(recv[MYTHREAD]);
    return 0;
}
