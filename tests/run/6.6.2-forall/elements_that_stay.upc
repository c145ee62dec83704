// threads: 1 2 3 4
// conformance: LANG-6.6.2-S3
/* Elements that stay the same in a loop over others: read once where nothing may change them, and
 * seen to change where something does. */
#include "check.h"

enum { B = 4, N = 6 * B };
struct item { int weight; double worth; };

static shared int weights[N * THREADS], same[N * THREADS];
static shared [B] int best[2][N * THREADS];
static shared struct item items[N * THREADS];
static shared [B] double total[N * THREADS];
static shared int *any;
static strict shared int turn;

static void fill(void)
{
    upc_barrier;
    upc_forall (int i = 0; i < N; i++; i)
        weights[i] = i % 7 + 1, items[i].weight = i, items[i].worth = i / 2.0;
    upc_forall (int i = 0; i < N * THREADS; i++; i)
        same[i] = i, best[0][i] = i % 5, best[1][i] = 0, total[i] = 0;
    upc_barrier;
}

/* Other arrays are written. */
static void read_once(int i)
{
    fill();
    upc_forall (int c = 0; c < N * THREADS; c++; &best[1][c]) {
        int t = best[0][c];
        if (c >= weights[i]) t += best[0][c - weights[i]];
        best[1][c] = t;
    }
    upc_forall (int c = 0; c < N * THREADS; c++; &total[c]) {
        total[c] = items[i].worth * items[i].weight;
        if (c % 3 == 0) continue;
        total[c] += weights[i];
    }
    upc_barrier;
    for (int c = 0; c < N * THREADS; c++) {
        int w = i % 7 + 1;
        CHECK_EQ(best[1][c], c % 5 + (c >= w ? (c - w) % 5 : 0));
        CHECK_EQ(total[c], i / 2.0 * i + (c % 3 ? w : 0));
    }
}

/* Each run of a loop sees what others wrote before the barrier. */
static void read_again(void)
{
    fill();
    for (int round = 1; round < 5; round++) {
        if (MYTHREAD == round % THREADS) weights[round] = 100 * round;
        upc_barrier;
        upc_forall (int c = 0; c < N * THREADS; c++; &best[0][c]) best[0][c] = weights[round];
        upc_barrier;
        CHECK_EQ(best[0][(MYTHREAD + 1) % THREADS * B], 100 * round);
    }
}

/* The loop itself changes the element: by its name, by a pointer-to-shared, by a pointer. */
static void changed_inside(void)
{
    fill();
    upc_forall (int c = 0; c < N * THREADS; c++; &same[c]) same[c] = same[MYTHREAD] + 1;
    upc_barrier;
    upc_forall (int c = 0; c < N * THREADS; c++; &same[c])
        CHECK_EQ(same[c], c < THREADS ? MYTHREAD + 1 : MYTHREAD + 2);
    fill();
    any = &same[MYTHREAD];
    int at = MYTHREAD;
    upc_forall (int c = 0; c < N * THREADS; c++; &best[0][c]) {
        best[0][c] = same[at];
        *any += 1;
    }
    CHECK_EQ(same[at], at + N);
    int *own = (int *)&same[MYTHREAD], sum = 0, k = 0;
    upc_forall (int c = 0; c < N * THREADS; c++; &best[1][c]) {
        sum += same[at];
        best[1][c] = sum;
        *own = k++;
    }
    CHECK_EQ(sum, at + N + (N - 1) * (N - 2) / 2);
    upc_barrier;
}

/* A loop with strict accesses sees each change. */
static void ordered(void)
{
    fill();
    if (THREADS == 1) return;
    upc_forall (int c = 0; c < 2 * THREADS; c++; c) {
        if (MYTHREAD == 0) {
            weights[3] = 50 + c;
            turn = 2 * c + 1;
            while (turn != 2 * c + 2) ;
        } else if (MYTHREAD == 1) {
            while (turn != 2 * (c - 1) + 1) ;
            CHECK_EQ(weights[3], 50 + c - 1);
            turn = 2 * (c - 1) + 2;
        }
    }
}

int main(void)
{
    for (int i = 0; i < N; i += 5) read_once(i);
    read_again();
    changed_inside();
    ordered();
    check_done();
    return 0;
}
