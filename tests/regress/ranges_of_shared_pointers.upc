// Range designators whose value the translation computes, in automatic and static objects.
#include <upc.h>
#include "check.h"
shared int a[10 * THREADS];
shared [3] int b[30 * THREADS];
shared int n;
struct place { shared int *p; shared [3] int *q; int n; };
shared [3] int *global[4] = { [0 ... 2] = b, [3] = b + 3 };
shared [3] int *shared everywhere[4 * THREADS] = { [0 ... 2] = b, [3] = b + 3 };

static shared [3] int *literal(int i)
{
    return ((shared [3] int *[4]){ [0 ... 1] = b + 1, [2 ... 3] = b + 3 })[i];
}

int main(void)
{
    if (MYTHREAD == 0)
        n = 5;
    upc_barrier;
    shared int *thin[4] = { [0 ... 2] = a, [3] = a + 3 };
    shared [3] int *wide[4] = { [0 ... 2] = b, [3] = b + 3, [1] = b + 1 };
    shared [3] int *grid[3][4] = { [0 ... 1][1 ... 2] = b + 1, b + 2, [2] = { [0 ... 3] = b + 4 } };
    struct place places[5] = {[0 ... 1] = {a, b, 1}, [2 ... 3].q = b + 2, [2].n = 2, {.n = n}};
    shared [3] int *nulls[4] = { [0 ... 2] = 0 };
    static shared [3] int *kept[4] = { [0 ... 2] = b, [3] = b + 3 };
    int mine[4] = {[0 ... 3] = MYTHREAD}, all[4] = {[1 ... 2] = THREADS}, read[4] = {[0 ... 3] = n};
    int plain[4] = { [0 ... 2] = 3 };
    for (int i = 0; i < 4; i++) {
        CHECK(thin[i] == (i < 3 ? a : a + 3));
        CHECK(wide[i] == (i == 1 ? b + 1 : i < 3 ? b : b + 3));
        CHECK(global[i] == (i < 3 ? b : b + 3) && kept[i] == global[i] &&
              everywhere[i] == global[i]);
        CHECK(nulls[i] == 0 && literal(i) == (i < 2 ? b + 1 : b + 3));
        CHECK(grid[0][i] == (i == 1 || i == 2 ? b + 1 : 0) && grid[2][i] == b + 4);
        CHECK(grid[1][i] == (i == 1 || i == 2 ? b + 1 : i == 3 ? b + 2 : 0));
        CHECK_EQ(mine[i] * 100 + all[i] * 10 + read[i],
                 MYTHREAD * 100 + (i == 1 || i == 2) * THREADS * 10 + 5);
        CHECK_EQ(plain[i], i < 3 ? 3 : 0);
    }
    CHECK(places[1].p == a && places[0].q == b && places[1].n == 1);
    CHECK(places[2].q == b + 2 && places[3].q == 0 && places[3].p == 0);
    CHECK_EQ(places[2].n * 10 + places[3].n, 25);
    check_done();
    return 0;
}
