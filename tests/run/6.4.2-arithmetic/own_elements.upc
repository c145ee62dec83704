// threads: 1 2 3 4
// conformance: LANG-6.4.2-S4
/* x[MYTHREAD] in loops: a variable there where nothing else may be it. The loops do the same as
 * with a private array, whatever else they access and however they are left; and one that waits for
 * its element sees it change. */
#include <stdio.h>
#include <upc.h>

#include "check.h"

#define N 20
struct mixed {
    char tag;
    double at;
    int v[3];
};

shared double x[4 * THREADS], y[THREADS];
shared long count[THREADS];
shared int flag[THREADS], done[THREADS];
strict shared int turn[THREADS];
shared unsigned char bytes[THREADS];
shared struct mixed cells[THREADS];
shared int *shared way[THREADS];
double grid[N][N], *line = grid[1];

static void clear(void) {
    x[MYTHREAD] = 0;
    count[MYTHREAD] = 0;
}

static void add_one(void) { x[MYTHREAD] += 1; }

static double sums(void) {
    clear();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double d = grid[i][j];
            x[MYTHREAD] = x[MYTHREAD] > d ? x[MYTHREAD] : d;
            if (d > N)
                count[MYTHREAD]++;
            cells[MYTHREAD].at += d;
        }
    return x[MYTHREAD];
}

/* A loop that may wait stays as it is: what is around it must not be a variable then. */
static long around_a_loop_that_may_wait(void) {
    clear();
    for (int i = 0; i < 5; i++) {
        int j = -1;
        while (++j < 4)
            count[MYTHREAD] += j;
        count[MYTHREAD] *= 2;
    }
    return count[MYTHREAD];
}

/* Each is it by another name. */
static double by_local_pointer(void) {
    double *p = (double *)&x[MYTHREAD];
    clear();
    for (int i = 0; i < 6; i++) {
        x[MYTHREAD] += 1;
        *p *= 2;
        p[0] += x[MYTHREAD];
    }
    return x[MYTHREAD];
}

static double by_shared_pointer(shared double *p) {
    clear();
    for (int i = 0; i < 6; i++) {
        x[MYTHREAD] += 1;
        *p *= 2;
        x[MYTHREAD] += *p;
    }
    return x[MYTHREAD];
}

static double by_subscript(int k) {
    clear();
    for (int i = 0; i < 6; i++) {
        x[MYTHREAD] += 1;
        x[k] *= 2;
        x[MYTHREAD] += x[k];
    }
    return x[MYTHREAD];
}

static double by_call(void) {
    clear();
    for (int i = 0; i < 6; i++) {
        x[MYTHREAD] *= 2;
        add_one();
    }
    return x[MYTHREAD];
}

static double by_bytes(void) {
    unsigned char *p = (unsigned char *)&x[MYTHREAD];
    clear();
    for (int i = 0; i < 8; i++) {
        x[MYTHREAD] += 1;
        p[i & 7] = 0;
    }
    return x[MYTHREAD];
}

static int returned(int at) {
    clear();
    for (int i = 0; i < N; i++) {
        count[MYTHREAD] += 2;
        if (i == at)
            return i;
    }
    return -1;
}

static void jumped(int at) {
    clear();
    for (int i = 0; i < N; i++) {
        count[MYTHREAD] += 3;
        if (i == at)
            goto out;
    }
    count[MYTHREAD] = -1;
out:;
}

static void broken(int at) {
    clear();
    for (int i = 0; i < N; i++) {
        if (i % 2)
            continue;
        count[MYTHREAD]++;
        if (i >= at)
            break;
    }
}

/* A loop that does not assign the element writes nothing back. */
static long untouched(int never) {
    long sum = 0;
    for (int i = 0; i < 1000; i++) {
        if (i < never)
            count[MYTHREAD] = 7;
        sum += count[MYTHREAD] > 100;
    }
    return sum;
}

static void columns(void) {
    for (int k = 0; k < 4; k++)
        x[k * THREADS + MYTHREAD] = k;
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 3; k++)
            x[MYTHREAD + (k + 1) * THREADS] += x[k * THREADS + MYTHREAD] / 8;
}

static void other_forms(void) {
    bytes[MYTHREAD] = 250;
    cells[MYTHREAD].tag = 'a';
    way[MYTHREAD] = flag;
    for (int i = 0; i < 3; i++)
        cells[MYTHREAD].v[i] = i;
    for (int i = 0; i < 9; i++) {
        bytes[MYTHREAD]++;
        cells[MYTHREAD].tag++;
        way[MYTHREAD]++;
        cells[MYTHREAD].v[i % 3] += (int)(cells[MYTHREAD].v[(i + 1) % 3] + bytes[MYTHREAD]--);
        bytes[MYTHREAD] = (unsigned char)(bytes[MYTHREAD] + 1);
    }
}

static double in_forall(void) {
    int i;
    clear();
    upc_forall (i = 0; i < 4 * THREADS; i++; &y[i % THREADS])
        y[i % THREADS] = 0;
    upc_forall (i = 0; i < N * THREADS; i++; i) {
        y[MYTHREAD] += i / THREADS;
        for (int j = 0; j < 3; j++)
            y[MYTHREAD] += j;
    }
    return y[MYTHREAD];
}

/* The neighbour sets them. */
static void waits(void) {
    int next = (MYTHREAD + 1) % THREADS, over = 0, tries = 0;
    flag[MYTHREAD] = done[MYTHREAD] = 0;
    turn[MYTHREAD] = 0;
    upc_barrier;
    if (MYTHREAD == 0)
        flag[next] = 1;
    for (;;)
        if (flag[MYTHREAD])
            break;
    flag[next] = 1;
    if (MYTHREAD == 0)
        done[next] = 1;
    while (!over)
        for (int i = 0; i < 10; i++) {
            tries++;
            if (done[MYTHREAD])
                over = 1;
        }
    done[next] = 1;
    if (MYTHREAD == 0)
        turn[next] = 1;
    for (int i = 0; i < 1; i += turn[MYTHREAD])
        tries++;
    turn[next] = 1;
    upc_barrier;
}

int main(void) {
    double most = 0, all = 0;
    long large = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double d = grid[i][j] = (i * 7 + j * 3) % 41 + MYTHREAD;
            most = d > most ? d : most;
            all += d;
            large += d > N;
        }
    cells[MYTHREAD].at = 0;
    CHECK(sums() == most);
    CHECK(count[MYTHREAD] == large && cells[MYTHREAD].at == all);

    double model = 0;
    for (int i = 0; i < 6; i++) {
        model += 1;
        model *= 2;
        model += model;
    }
    CHECK(by_local_pointer() == model);
    CHECK(by_shared_pointer(&x[MYTHREAD]) == model);
    CHECK(by_subscript(MYTHREAD) == model);
    CHECK(by_call() == 63);
    double bare = 0;
    for (int i = 0; i < 8; i++) {
        bare += 1;
        ((unsigned char *)&bare)[i & 7] = 0;
    }
    CHECK(by_bytes() == bare);
    CHECK(returned(4) == 4 && count[MYTHREAD] == 10);
    CHECK(returned(N) == -1 && count[MYTHREAD] == 2 * N);
    jumped(5);
    CHECK(count[MYTHREAD] == 18);
    broken(7);
    CHECK(count[MYTHREAD] == 5);
    columns();
    double column[4] = {0, 1, 2, 3};
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 3; k++)
            column[k + 1] += column[k] / 8;
    for (int k = 0; k < 4; k++)
        CHECK(x[k * THREADS + MYTHREAD] == column[k]);
    other_forms();
    int v[3] = {0, 1, 2};
    unsigned char byte = 250;
    for (int i = 0; i < 9; i++) {
        byte++;
        v[i % 3] += v[(i + 1) % 3] + byte--;
        byte = (unsigned char)(byte + 1);
    }
    CHECK(bytes[MYTHREAD] == byte && cells[MYTHREAD].tag == 'a' + 9 && way[MYTHREAD] == flag + 9);
    for (int i = 0; i < 3; i++)
        CHECK(cells[MYTHREAD].v[i] == v[i]);
    CHECK(around_a_loop_that_may_wait() == 6 * (2 + 4 + 8 + 16 + 32));
    CHECK(in_forall() == N * (N - 1) / 2 + 3 * N);

    count[MYTHREAD] = 0;
    upc_barrier;
    int next = (MYTHREAD + 1) % THREADS;
    if (THREADS > 1) {
        count[next] = 50 + MYTHREAD;
        untouched(0);
        upc_barrier;
        CHECK(count[next] == 50 + MYTHREAD);
    }
    upc_barrier;
    waits();
    check_done();
    return 0;
}
