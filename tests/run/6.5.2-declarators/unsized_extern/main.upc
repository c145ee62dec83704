// conformance: LANG-6.5.2-S2
// The size of an array of another file need not be known here.
#include "check.h"

extern shared [2] int values[];
extern shared double cyclic[];
extern int table[];

int main(void)
{
    CHECK_EQ(upc_threadof(&values[2]), 1 % THREADS);
    upc_forall (int i = 0; i < 4 * THREADS; i++; &values[i])
        values[i] = i * i;
    cyclic[MYTHREAD] = MYTHREAD / 2.0;
    upc_barrier;
    for (int i = 0; i < 4 * THREADS; i++)
        CHECK_EQ(values[i], i * i);
    for (int t = 0; t < THREADS; t++)
        CHECK(cyclic[t] == t / 2.0);
    CHECK_EQ(table[1], 5);
    check_done();
    return 0;
}
