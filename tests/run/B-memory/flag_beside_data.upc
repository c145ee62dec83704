// conformance: MEM-B.2-S1
// threads: 2 3
/* A flag that is read strictly lies behind the data that it announces, in the same page: what comes
 * with the flag from far memory may be older than the flag and must not be used after it. */
#include <upc_relaxed.h>

#include "check.h"

enum { N = 1000, ROUNDS = 3000 };
struct news {
    int data[N];
    int flag;
};
static shared struct news news[THREADS];
static strict shared int taken[THREADS];
int main(void)
{
    int next = (MYTHREAD + 1) % THREADS, last = (MYTHREAD + THREADS - 1) % THREADS;
    shared [] struct news *own = (shared [] struct news *)&news[MYTHREAD];
    shared [] struct news *theirs = (shared [] struct news *)&news[next];
    for (int round = 1; round <= ROUNDS; round++) {
        own->data[0] = round;
        *(strict shared [] int *)&own->flag = round;
        while (*(strict shared [] int *)&theirs->flag < round)
            ;
        CHECK_EQ(theirs->data[0], round);
        int sum = 0;
        for (int i = 0; i < N; i += 8)
            sum += theirs->data[i];
        CHECK_EQ(sum, round);
        taken[MYTHREAD] = round;
        while (taken[last] < round)
            ;
    }
    check_done();
    return 0;
}
