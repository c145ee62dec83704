// threads: 1 2 3
/* Loops whose bodies call functions of the unit: one that computes with numbers alone leaves
 * pointers and own elements as they are; one that changes a pointer, an element or a variable does
 * not. */
#include "check.h"
#include <upc_relaxed.h>

#define N 40

struct line {
    shared [] int *row;
};
shared struct line lines[THREADS], others[THREADS];
shared int total[THREADS];
static int limit = N;

static int clamped(int x) {
    int most = 50;
    return x > most ? most : x;
}

static int twice(int x) { return clamped(x) * 2; }

static int swapping(int x) {
    if (x == 5)
        lines[MYTHREAD].row = others[MYTHREAD].row;
    return x;
}

static int adding(int x) {
    total[MYTHREAD] += 1000;
    return x;
}

static int shrinking(int x) {
    limit = x == 7 ? 10 : limit;
    return x;
}

static int through(const int *x) { return *x; }

int main(void) {
    int failures = 0, sum = 0, expected = 0;
    lines[MYTHREAD].row = upc_alloc(N * sizeof(int));
    others[MYTHREAD].row = upc_alloc(N * sizeof(int));
    for (int j = 0; j < N; j++) {
        lines[MYTHREAD].row[j] = 2 * j;
        others[MYTHREAD].row[j] = 1000 + j;
    }
    for (int j = 0; j < N; j++)
        sum += twice(lines[MYTHREAD].row[j]);
    for (int j = 0; j < N; j++)
        expected += 2 * (2 * j > 50 ? 50 : 2 * j);
    failures += sum != expected;

    for (int j = 0; j < N; j++)
        total[MYTHREAD] += adding(clamped(j));
    for (expected = 0, sum = 0; sum < N; sum++)
        expected += sum;
    /* The order of the call and the read of the sum is open. */
    failures += total[MYTHREAD] != expected && total[MYTHREAD] != expected + 1000 * N;

    total[MYTHREAD] = 0;
    int *own = (int *)&total[MYTHREAD];
    for (int j = 0; j < N; j++) {
        total[MYTHREAD] += 1;
        failures += through(own) != j + 1;
    }

    sum = 0;
    for (int j = 0; j < limit; j++)
        sum += clamped(shrinking(j)) + 0 * lines[MYTHREAD].row[j];
    failures += sum != 45;

    sum = 0;
    for (int j = 0; j < N; j++) {
        swapping(j);
        sum += lines[MYTHREAD].row[j];
    }
    for (int j = 0, all = 0; j < N; j++) {
        all += j < 5 ? 2 * j : 1000 + j;
        failures += j == N - 1 && sum != all;
    }
    CHECK_EQ(failures, 0);
    check_done();
    return 0;
}
