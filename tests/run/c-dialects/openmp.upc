// OpenMP in functions that have UPC in them: the directives reach the C compiler, and teams work on
// shared data.
// modes: process far
// threads: 1 2 3
// cflags: -fopenmp
#include "check.h"
#include <omp.h>

shared int x[THREADS];
shared [4] int y[4 * THREADS];

static int loops(int n)
{
    int sum = 0, most = 0, members[2] = { 0, 0 };
#pragma omp parallel for reduction(+ : sum) num_threads(2) schedule(static)
    for (int i = 0; i < n; i++) {
        sum += i + x[MYTHREAD];
        members[omp_get_thread_num()] = 1;
    }
    CHECK(members[0] && members[1]);
    int pairs = 0;
#pragma omp parallel for collapse(2) reduction(+ : pairs) num_threads(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            pairs += x[MYTHREAD];
    CHECK_EQ(pairs, n * n);
#pragma omp simd reduction(max : most)
    for (int i = 0; i < 10; i++)
        most = most > i ? most : i;
    CHECK_EQ(most, 9);
    return sum;
}

static int regions(void)
{
    int teams = 0, tasks = 0;
    _Pragma("omp parallel num_threads(2)")
    {
#pragma omp critical
        teams += omp_get_num_threads() == 2;
#pragma omp for
        for (int i = 0; i < 4; i++)
            y[4 * MYTHREAD + i] = i;
#pragma omp single
        x[MYTHREAD] += 1;
    }
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        y[4 * MYTHREAD] = 10;
#pragma omp section
        y[4 * MYTHREAD + 1] = 20;
    }
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task shared(tasks)
        {
#pragma omp atomic
            tasks += 2;
        }
#pragma omp taskwait
    }
    return teams + tasks;
}

int main(void)
{
    x[MYTHREAD] = 1;
    CHECK_EQ(loops(10), 55);
    CHECK_EQ(regions(), 4);
    CHECK_EQ(x[MYTHREAD], 2);
    CHECK(y[4 * MYTHREAD] == 10 && y[4 * MYTHREAD + 1] == 20 && y[4 * MYTHREAD + 3] == 3);
    check_done();
    return 0;
}
