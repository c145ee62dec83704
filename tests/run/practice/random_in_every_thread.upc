// Each thread has its own generators and its own strtok: a thread's numbers are those of a program
// alone with the seed.
#include "check.h"
#include <string.h>

static shared long box[THREADS];

/* All threads draw the same number. */
static void same(long number)
{
    box[MYTHREAD] = number;
    upc_barrier;
    for (int t = 0; t < THREADS; t++)
        CHECK_EQ(box[t], number);
    upc_barrier;
}

int main(void)
{
    same(rand());
    srand(42);
    for (int i = 0; i < 3 + MYTHREAD; i++) /* not in step */
        rand();
    srand(42);
    CHECK_EQ(rand(), 71876166);
    CHECK_EQ(random(), 708592740);
    srandom(7);
    same(random());
    char state[64], *before = initstate(3, state, sizeof state);
    same(random());
    CHECK(setstate(before) == state);
    same(random());

    same(lrand48());
    srand48(2026);
    same(lrand48());
    same(mrand48());
    same((long)(drand48() * 1e15));
    unsigned short x[3] = {1, 2, 3}, *old = seed48(x);
    same(old[0]);
    same(lrand48());
    same((long)(erand48(x) * 1e15) + nrand48(x) + jrand48(x));

    char text[] = "a,b;c", *word = strtok(text, ",;");
    for (int i = 0; i < 3; i++, word = strtok(NULL, ",;")) {
        CHECK_EQ(word[0], 'a' + i);
        upc_barrier;
    }
    CHECK(word == NULL);
    check_done();
    return 0;
}
