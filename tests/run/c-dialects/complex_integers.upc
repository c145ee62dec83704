// GNU: complex integers as shared data.
#include <upc.h>

#include "check.h"

shared _Complex int cyclic[2 * THREADS];
shared [3] _Complex short blocked[3 * THREADS] = {1 + 2i, 3i};
struct pair {
    char c;
    _Complex unsigned char z;
};
shared struct pair pairs[THREADS];
shared _Complex long single = 7 - 1i;

static _Complex int sum(shared _Complex int *p, int n)
{
    _Complex int s = 0;
    for (int i = 0; i < n; i++)
        s += *p++;
    return s;
}

int main(void)
{
    _Static_assert(sizeof(shared _Complex int) == 8, "two ints");
    _Static_assert(_Alignof(struct pair) == 1 && sizeof(struct pair) == 3, "bytes");
    int next = (MYTHREAD + 1) % THREADS;
    cyclic[MYTHREAD] = MYTHREAD + 2i;
    cyclic[THREADS + MYTHREAD] = ~(1 + 4i);
    __real__ pairs[next].z = 200;
    __imag__ pairs[next].z = MYTHREAD;
    pairs[next].c = 'x';
    upc_barrier;
    for (int i = 0; i < THREADS; i++) {
        CHECK(cyclic[i] == i + 2i);
        CHECK_EQ(__imag__ cyclic[THREADS + i], -4);
    }
    CHECK(sum(cyclic, 2 * THREADS) == THREADS * (THREADS - 1) / 2 + THREADS - THREADS * 2i);
    CHECK(blocked[0] == 1 + 2i && blocked[1] == 3i && blocked[2] == 0);
    CHECK_EQ(__real__ pairs[MYTHREAD].z, 200);
    CHECK_EQ(__imag__ pairs[MYTHREAD].z, (MYTHREAD + THREADS - 1) % THREADS);
    CHECK_EQ(pairs[MYTHREAD].c, 'x');
    _Complex long z = single;
    CHECK_EQ(__real__(z * single), 48);
    upc_barrier;
    if (MYTHREAD == THREADS - 1)
        single += 1i;
    upc_barrier;
    CHECK(single == 7);
    check_done();
    return 0;
}
