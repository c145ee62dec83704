// conformance: MEM-B.2-S1
// threads: 2 3
/* A loop that goes round a cycle of links until another thread changes it, which that thread does
 * when it sees a store of a loop around it: the store reaches it, and the change is seen. The
 * optimiser takes loops that follow links for such as do not wait. */
#include <upc_relaxed.h>

#include "check.h"

enum { N = 2048, FIRST = 7, ROUNDS = 2 };

static shared [N] int next[N * THREADS];
static shared [] int *shared asked[THREADS];

/* Each iteration asks the owner of the links, which it does by a store in another page. */
static int follow(int whose, shared [] int *flag)
{
    int steps = 0;
    for (int k = 0; k < 1; k++) {
        flag[k] = 1;
        int v = whose * N + FIRST;
        while (v >= 0) {
            steps++;
            v = next[v];
        }
    }
    return steps;
}

int main(void)
{
    asked[MYTHREAD] = upc_alloc(N * sizeof(int));
    for (int round = 0; round < ROUNDS; round++) {
        next[MYTHREAD * N + FIRST] = MYTHREAD * N + FIRST;
        asked[MYTHREAD][0] = 0;
        upc_barrier;
        if (MYTHREAD == 0)
            CHECK(follow(1, asked[1]) > 0);
        if (MYTHREAD == 1) {
            while (asked[1][0] == 0)
                ;
            next[N + FIRST] = -1;
        }
        upc_barrier;
    }
    check_done();
    return 0;
}
