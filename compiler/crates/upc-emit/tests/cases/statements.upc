// upc_forall, synchronisation statements, polls.
#include <upc.h>
#include "check.h"

int stub_barriers(void);
int stub_polls(void);
shared int ra[4 * THREADS];
shared int flag;

static int nested(void)
{
    int k = 0;
    upc_forall (int j = 0; j < 4; j++; j)
        k++;
    return k;
}

static int leaves(void)
{
    int i;
    upc_forall (i = 0; i < 4; i++; 0)
        return 1;
    return 0;
}

int main(void)
{
    int k = 0, i;
    upc_forall (shared int *q = ra; q < ra + 4 * THREADS; q++; q)
        k++;
    CHECK_EQ(k, 4);
    k = 0;
    upc_forall (i = 0; i < 4 * THREADS; ++i; i)
        upc_forall (int j = 0; j < 3; j++; &ra[j])
            if (j)
                k++;
            else
                k += 10;
    CHECK_EQ(k, 4 * 12);
    k = 0;
    upc_forall (i = 0; i < THREADS; ++i; i)
        k += nested();
    CHECK_EQ(k, 4);
    k = 0;
    upc_forall (i = 0; i < 4; i++; continue)
        k++;
    upc_forall (i = 0; i < 4; i++;)
        k++;
    upc_forall (;;;) {
        if (k++ > 20)
            break;
    }
    CHECK_EQ(k, 22);
    CHECK_EQ(leaves(), 1);
    k = 0;
    upc_forall (i = 0; i < 5; i++; (void)k, 0)
        k++;
    upc_forall (i = 0; i < 5; i++; (void)k, &ra[0])
        k++;
    CHECK_EQ(k, 10);
    k = 0;
    upc_forall (i = -3; i < 3; i++; (long)(i + 3) * THREADS) {
        if (i < 0)
            continue;
        k++;
    }
    CHECK_EQ(k, 3);
    if (k)
        upc_forall (i = 0; i < 2; i++; i * THREADS)
            k++;
    else
        k = 0;
    CHECK_EQ(k, 5);
    upc_barrier;
    upc_barrier 2.5;
    upc_notify 3;
    upc_wait 4;
    upc_fence;
    CHECK_EQ(stub_barriers(), 1 + 2 + 3 + 4);
    int before = stub_polls();
    while (flag != 10000)
        flag++;
    for (;;)
        if (flag-- == 0)
            break;
    CHECK(stub_polls() > before);
#pragma upc strict
    flag = 3;
    CHECK_EQ(flag, 3);
    return 0;
}
